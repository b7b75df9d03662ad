import type { Output } from '#contract/calls.ts'
import type { CapsuleForm } from '#contract/capsule.ts'
import { TYPE, TYPE_KIND } from '#contract/capsule.ts'
import { TEXT } from '#contract/codes.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { Thumbnail } from '#web/capsule/media/Thumbnail.tsx'
import type { Refresh } from '#web/capsule/media/useHeld.ts'
import { usePages, useSend, useUser } from '#web/client/api.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { forgetDraft } from '#web/draft/offline/forgetDraft.ts'
import { goEdit } from '#web/draft/offline/goEdit.ts'
import { useOfflineRows } from '#web/draft/offline/offlineDrafts.ts'
import { isDiary, WaitingList } from '#web/draft/offline/WaitingList.tsx'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardSkeletons } from '#web/ui/Card.tsx'
import { EmptyTray } from '#web/ui/drawings/EmptyTray.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { SwipeRow } from '#web/ui/SwipeRow.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './DraftBox.module.css'

/** Twice the size it is shown at. */
const THUMBNAIL_PX = 112

type Draft = Output<'myDrafts'>['capsules']['data'][number]

// Another tab may just have deleted or sealed one.
queryClient.setQueryDefaults(['myDrafts'], { refetchOnWindowFocus: 'always' })

/** Everything that is begun and not sealed, of all kinds. */
export function DraftBox() {
  const owner = useUser().data?.user.id
  const drafts = useOfflineRows(
    usePages('myDrafts', {}, (page) => page.capsules.data),
    owner,
  )
  const remove = useSend('deleteDraft', { quiet: true, meanwhile: TEXT.deleting })

  function forget(draft: Draft) {
    if (owner) forgetDraft(owner, draft)
    toast('已删除')
  }

  async function askAndDelete(draft: Draft) {
    const sure = await confirm({
      title: '提示',
      text: `「${draft.long_tag}」里的${insideOf(draft)}将被永久删除，无法找回。`,
      ok: '删除',
      danger: true,
    })
    if (!sure) return
    // A failure is silent (specification 8); a draft that was gone already is gone from the list.
    await remove.mutateAsync({ capsule_id: draft.id }).then(
      () => forget(draft),
      () => void drafts.refetch(),
    )
  }

  return (
    <Page title="草稿箱" back>
      <WaitingList label="等待保存的草稿" shows={(entry) => !isDiary(entry)} />
      <EndlessList
        query={drafts}
        label="草稿"
        render={(draft) => (
          <SwipeRow label={`删除「${draft.long_tag}」`} onDelete={() => void askAndDelete(draft)}>
            <DraftRow draft={draft} refresh={() => drafts.refetch({ cancelRefetch: false })} />
          </SwipeRow>
        )}
        skeleton={<CardSkeletons count={5} size={56} square small />}
        empty={
          <Empty
            text="草稿箱空空如也~"
            drawing={<EmptyTray />}
            action={<Button onClick={() => go('timeCapsule')}>制作我的胶囊</Button>}
          />
        }
      />
    </Page>
  )
}

function DraftRow({ draft, refresh }: { draft: Draft; refresh: Refresh }) {
  return (
    <button type="button" className={styles.open} onClick={() => goEdit({ ...draft, draft_id: draft.id })}>
      <span className={styles.picture}>
        <Thumbnail
          address={draft.thumbnail}
          width={THUMBNAIL_PX}
          refresh={refresh}
          fallback={<CapsuleIcon colorIndex={draft.colorIndex} type={draft.type} size={44} />}
        />
      </span>
      <span className={styles.words}>
        <b>{draft.long_tag}</b>
        <span className={`muted ${styles.facts}`}>
          <span>{kindOf(draft)}</span>
          <time>{draft.updatedDate}</time>
        </span>
      </span>
    </button>
  )
}

const FORM_NAME: Record<CapsuleForm, string> = { 0: '文字', 1: '图文' }

function kindOf({ type, content_type }: Draft): string {
  const name = KIND_NAME[TYPE_KIND[type]]
  return type === TYPE.time ? `${name} · ${FORM_NAME[content_type]}` : name
}

const INSIDE: Record<CapsuleForm, string> = { 0: '文字和图片', 1: '照片、视频、文件和备注' }

/** The content that is gone with the draft. */
const insideOf = ({ type, content_type }: Draft): string =>
  type === TYPE.forecast ? '预测内容与结论' : INSIDE[content_type]
