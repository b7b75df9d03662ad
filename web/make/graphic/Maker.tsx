import { useState } from 'react'
import type { ShownItem } from '#contract/content.ts'
import { DRAFT_EMPTY, SEAL_EMPTY } from '#contract/draft.ts'
import { FILES_MAX, VIDEO_MAX_SECONDS } from '#contract/limits.ts'
import type { SealDraft } from '#web/draft/current/draft.ts'
import { contentOf, isShown, isUnsaved, type MadeItem, madeNow, markSaved } from '#web/draft/current/files.ts'
import { useDraftEditor } from '#web/draft/editor/useDraftEditor.ts'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { useShortcut } from '#web/ui/shortcut.ts'
import { Actions } from './Actions.tsx'
import { Files } from './Files.tsx'
import { lookingNow, useLookingAt } from './looking.ts'
import { progressText, whyNotReady } from './ready.ts'
import { useDropWhenLeft, useTakenUp } from './useTakenUp.ts'

/** The editor of a graphic capsule. `held` are the files that the draft box has of it. */
export function Maker({ start, held }: { start: SealDraft; held: readonly ShownItem[] }) {
  const [draft] = useState(start)
  const { draft_id } = draft
  const named = draft_id !== ''
  const items = useTakenUp(draft, held)
  const { busy, over, question, keepInBox, seal, phase, leaveForAMoment } = useDraftEditor({
    draft,
    named,
    content: () => contentOf(madeNow(draft_id)),
    whyNot: (wish) => whyNotReady(draft_id, wish === 'draft' ? DRAFT_EMPTY : SEAL_EMPTY),
    unsaved: () => isUnsaved(draft_id) || lookingNow(draft_id) > 0,
    onLeave: (to) => to === 'end' && markSaved(draft_id),
  })
  useDropWhenLeft(draft_id, phase)
  const progress = progressText(items, useLookingAt(draft_id))
  useShortcut('save', over || busy !== undefined || progress !== undefined ? undefined : keepInBox)

  function look(item: MadeItem) {
    const index = String(items.filter(isShown).indexOf(item))
    leaveForAMoment(() => go('preview', { list: 'making', draft: draft_id, index }))
  }

  return (
    <Page
      title="图文胶囊"
      back
      footer={<Actions {...{ named, progress, busy, over, onKeep: keepInBox, onSeal: seal }} />}
    >
      <p className="muted">
        把此刻的照片、视频和文件收进胶囊，最多{FILES_MAX}个，每个不超过50MB，视频不超过{VIDEO_MAX_SECONDS}秒。
      </p>
      <div inert={over || busy !== undefined}>
        <Files draft_id={draft_id} items={items} onLook={look} />
      </div>
      <p className="muted">封存后，在解封之前谁也无法查看或取出，请不要放入常用的文件。</p>
      {question}
    </Page>
  )
}
