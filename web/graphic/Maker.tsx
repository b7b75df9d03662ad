import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DRAFT_EMPTY, DRAFT_SAVED, FORM, SEAL_EMPTY } from '#contract/capsule.ts'
import { TEXT } from '#contract/codes.ts'
import type { ShownItem } from '#contract/content.ts'
import { FILES_MAX, VIDEO_MAX_SECONDS } from '#contract/limits.ts'
import { clearDraft, keepDraft, type SealDraft } from '#web/draft/draft.ts'
import {
  begin,
  contentOf,
  dropList,
  isShown,
  isUnsaved,
  type MadeItem,
  madeNow,
  markSaved,
  useMade,
} from '#web/draft/files.ts'
import { enterSeal } from '#web/draft/leaveSeal.ts'
import { useAskBeforeLeaving } from '#web/draft/useLeaveQuestion.tsx'
import { useSaveDraft } from '#web/draft/useSaveDraft.ts'
import { stepPath } from '#web/seal/steps.ts'
import { Button } from '#web/ui/Button.tsx'
import { go, here, leaveAfterToast } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useOneAtATime } from '#web/ui/useOneAtATime.ts'
import { useAfford } from '#web/wallet/useAfford.ts'
import { Files } from './Files.tsx'
import styles from './Graphic.module.css'
import { freshen, resume } from './uploading.ts'

/** Leaving asks while something is unsaved, unless one comes back here, or all is in the draft box. */
type Leaving = 'asks' | 'returns' | 'ends'

/** Where files become a capsule. `held` is what the draft box holds of it. */
export function Maker({ start, held }: { start: SealDraft; held: readonly ShownItem[] }) {
  const [draft] = useState(start)
  const { draft_id } = draft
  const items = useTakenUp(draft, held)
  const leaving = useRef<Leaving>('asks')
  const { once, underWay, busy } = useOneAtATime<'saving' | 'sealing'>()
  const { save, saveAgain } = useSaveDraft(draft)
  const afford = useAfford('time')
  const progress = progressText(items)

  useEffect(
    () => () => {
      if (leaving.current === 'ends' || (leaving.current === 'asks' && !isUnsaved(draft_id))) dropList(draft_id)
    },
    [draft_id],
  )

  async function keep(): Promise<boolean> {
    const made = madeNow(draft_id)
    const wrong = whyNotReady(made, DRAFT_EMPTY)
    if (wrong) toast(wrong)
    if (wrong || !(await (draft_id ? saveAgain : save)(contentOf(made)))) return false
    leaving.current = 'ends'
    markSaved(draft_id)
    clearDraft(draft.key)
    toast(draft_id ? TEXT.saved : DRAFT_SAVED)
    return true
  }

  async function keepAndGo() {
    const page = here()
    if (leaving.current !== 'asks' || !(await once('saving', keep))) return
    leaveAfterToast(page, () => go('/subPages/me/draftBox', {}, { replace: true }))
  }

  async function seal(): Promise<boolean> {
    const wrong = whyNotReady(madeNow(draft_id), SEAL_EMPTY)
    if (wrong) toast(wrong)
    if (wrong || !(await afford()) || leaving.current !== 'asks') return false
    keepDraft({ ...draft, content: contentOf(madeNow(draft_id)), content_type: FORM.graphic })
    leaving.current = 'returns'
    enterSeal()
    go(stepPath('sealOne'), { type: String(draft.type) })
    return true
  }

  function look(item: MadeItem) {
    // The second tap of two.
    if (leaving.current !== 'asks') return
    leaving.current = 'returns'
    go('/subPages/time/preview', {
      list: 'making',
      draft: draft_id,
      index: String(items.filter(isShown).indexOf(item)),
    })
  }

  const question = useAskBeforeLeaving({
    unsaved: () => leaving.current === 'asks' && isUnsaved(draft_id),
    underWay: () => underWay.current,
    keep: () => once('saving', keep),
    discard: () => {
      leaving.current = 'ends'
      clearDraft(draft.key)
    },
  })

  return (
    <Page
      title="图文胶囊"
      back
      footer={
        <div className={styles.actions}>
          <Button
            kind="secondary"
            disabled={progress !== undefined || busy === 'sealing'}
            whyDisabled={progress}
            busy={busy === 'saving'}
            onClick={() => void keepAndGo()}
          >
            {draft_id ? '保存' : '存入草稿箱'}
          </Button>
          <Button
            kind="primary"
            block
            disabled={busy === 'saving'}
            busy={progress !== undefined || busy === 'sealing'}
            onClick={() => void once('sealing', seal)}
          >
            {progress ?? '完成封存'}
          </Button>
        </div>
      }
    >
      <p className={styles.lead}>
        把此刻的照片、视频和文件收进胶囊，最多{FILES_MAX}个，每个不超过50MB，视频不超过{VIDEO_MAX_SECONDS}秒。
      </p>
      <div inert={busy !== undefined}>
        <Files draft_id={draft_id} items={items} onLook={look} />
      </div>
      <p className={styles.lead}>封存后，在解封之前谁也无法查看或取出，请不要放入常用的文件。</p>
      {question}
    </Page>
  )
}

/** The files of this capsule, which go on uploading when the page comes back, or the connection does. */
function useTakenUp({ owner, draft_id }: SealDraft, held: readonly ShownItem[]): MadeItem[] {
  const [inBox] = useState(held)
  useLayoutEffect(() => begin(owner, draft_id, inBox), [owner, draft_id, inBox])
  useEffect(() => {
    const goOn = () => resume(draft_id)
    goOn()
    void freshen(draft_id)
    window.addEventListener('online', goOn)
    return () => window.removeEventListener('online', goOn)
  }, [draft_id])
  return useMade(owner, draft_id)
}

const withState = (items: readonly MadeItem[], wanted: MadeItem['state']) =>
  items.filter(({ state }) => state === wanted)

function progressText(items: readonly MadeItem[]): string | undefined {
  if (withState(items, 'going').length === 0) return undefined
  return `正在上传 ${withState(items, 'done').length}/${items.length}`
}

/** Why these files can be neither kept nor sealed yet. */
function whyNotReady(items: readonly MadeItem[], whenEmpty: string): string | undefined {
  const [failed] = withState(items, 'failed')
  if (items.length === 0) return whenEmpty
  return progressText(items) ?? (failed && `「${failed.name}」没有上传成功，请先${failed.mayRetry ? '重试或' : ''}删除`)
}
