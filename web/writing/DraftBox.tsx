import { Trash2 } from 'lucide-react'
import type { Output } from '#contract/calls.ts'
import { FORM } from '#contract/capsule.ts'
import { usePages, useSend } from '#web/api.ts'
import { dropList } from '#web/graphic/making.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './DraftBox.module.css'

type Draft = Output<'myDrafts'>['capsules']['data'][number]

export function DraftBox() {
  const drafts = usePages('myDrafts', {}, (page) => page.capsules.data)
  const remove = useSend('deleteDraft', { invalidates: ['myDrafts'], onSuccess: forget })

  async function askAndDelete(draft: Draft) {
    const sure = await confirm({
      title: '提示',
      text: `「${draft.long_tag}」里的${INSIDE[draft.content_type]}将被永久删除，无法找回。`,
      ok: '删除',
      danger: true,
    })
    if (sure) remove.mutate({ capsule_id: draft.id })
  }

  return (
    <Page title="草稿箱" back>
      <EndlessList
        query={drafts}
        render={(draft) => <Row key={draft.id} draft={draft} onDelete={() => void askAndDelete(draft)} />}
        skeleton={<Skeletons />}
        empty={
          <Empty
            text="草稿箱空空如也~"
            action={
              <Button kind="primary" onClick={() => go('/subPages/time/timeCapsule')}>
                制作我的胶囊
              </Button>
            }
          />
        }
      />
    </Page>
  )
}

const INSIDE: Record<number, string> = { [FORM.text]: '文字和图片', [FORM.graphic]: '照片、视频、文件和备注' }

function forget(_answer: unknown, { capsule_id }: { capsule_id: string }) {
  dropList(capsule_id)
  toast('已删除')
}

function edit({ id, type, content_type }: Draft) {
  if (content_type === FORM.graphic) go('/subPages/time/graphicCapsule', { id })
  else go('/subPages/time/textCapsule', { type: String(type), id })
}

function Row({ draft, onDelete }: { draft: Draft; onDelete: () => void }) {
  return (
    <article className={styles.row}>
      <button type="button" className={styles.open} onClick={() => edit(draft)}>
        <b>{draft.long_tag}</b>
        <time>{draft.updatedDate}</time>
      </button>
      <button type="button" className={styles.delete} aria-label={`删除「${draft.long_tag}」`} onClick={onDelete}>
        <Trash2 aria-hidden strokeWidth={1.75} />
      </button>
    </article>
  )
}

const Skeletons = () => (
  <div className={styles.skeletons}>
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={72} />
    ))}
  </div>
)
