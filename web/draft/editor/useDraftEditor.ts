import { type ReactNode, useRef, useState } from 'react'
import { TYPE_KIND } from '#contract/capsule.ts'
import { TEXT } from '#contract/codes.ts'
import type { ContentItem } from '#contract/content.ts'
import { DRAFT_SAVED } from '#contract/draft.ts'
import { clearDraft, keepDraft, type SealDraft } from '#web/draft/current/draft.ts'
import { useAfford } from '#web/shop/wallet/useAfford.ts'
import { go, here, leaveAfterToast, onRoute } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { useOneAtATime } from '#web/ui/useOneAtATime.ts'
import { enterSeal } from './leaveSeal.ts'
import { toDraftBoxWords } from './leaveWords.ts'
import { useAskBeforeLeaving, type Words } from './useLeaveQuestion.tsx'
import { useSaveDraft } from './useSaveDraft.ts'

/** The ways to end an editor's work: into the draft box, to the seal pages, or sealed by the editor itself. */
export type Work = 'saving' | 'sealing' | 'publishing'
/** The purposes that the content can be ready for. */
type Wish = 'draft' | 'seal'

export type Phase = 'editing' | 'paused' | 'done'

type Editor = {
  draft: SealDraft
  /** The content as it is now. */
  content: () => ContentItem[]
  /** Why the content is not ready for this, or undefined. */
  whyNot: (wish: Wish) => string | undefined
  /** Whether leaving would lose something. */
  unsaved: () => boolean
  /** Called when the content is stored elsewhere: for good, or with the seal pages, from which one may come back. */
  onLeave: (to: 'seal' | 'end') => void
  /** Keeps the name that the draft has in the draft box. */
  named?: boolean
  /** The question before leaving, and the saving then; by default into the draft box. */
  asking?: { words: () => Words; keep: () => Promise<boolean> }
}

/**
 * The course of everything that is made in an editor: while it is here, leaving asks; one thing at a time is done with it;
 * in the end it lies in the draft box, with the seal pages, or nowhere. Each action returns whether it was done.
 */
export function useDraftEditor(editor: Editor) {
  const { draft, whyNot, unsaved, onLeave, named, asking } = editor
  const phase = useRef<Phase>('editing')
  const [over, setOver] = useState(false)
  const { once, underWay, busy } = useOneAtATime<Work>()
  const { save, saveAgain, isInBox } = useSaveDraft(draft)
  const afford = useAfford(TYPE_KIND[draft.type])

  /** Whether the content is ready for this; otherwise says why not. */
  function ready(wish: Wish): boolean {
    const wrong = whyNot(wish)
    if (wrong) toast(wrong)
    return !wrong
  }

  /** The content is safe or not wanted: nothing is asked or kept from here on. */
  function end() {
    phase.current = 'done'
    setOver(true)
    onLeave('end')
    clearDraft(draft.key)
  }

  /** Does this work, which ends the making; the page shown next leads on. */
  const done = (work: Work, act: () => Promise<boolean>): Promise<boolean> =>
    once(work, async () => {
      const isDone = await act()
      if (isDone) end()
      return isDone
    })

  async function intoBox(): Promise<boolean> {
    const how = ready('draft') && (await (named ? saveAgain : save)(editor.content()))
    if (how === true) toast(named ? TEXT.saved : DRAFT_SAVED)
    return how !== false
  }

  /** Does this work as `done`, and leaves once the toast has been read. */
  async function finish(work: Work, act: () => Promise<boolean>, leave: () => void): Promise<void> {
    const page = here()
    if (phase.current === 'editing' && (await done(work, act))) leaveAfterToast(page, leave)
  }

  async function toSealPages(): Promise<boolean> {
    if (phase.current !== 'editing' || !ready('seal') || !(await afford())) return false
    enterSeal()
    leaveToAdd(() => go('sealOne', { type: String(draft.type) }))
    return true
  }

  /** Puts the draft where the next page looks for it, over a reload too; a person who comes back here goes on with it. */
  function leaveToAdd(leave: () => void) {
    leaveForAMoment(() => {
      const outlasts = keepDraft({ ...draft, content: editor.content() })
      setOver(true)
      if (outlasts === true) onLeave('seal')
      else void outlasts.then((does) => does && phase.current === 'paused' && onLeave('seal'))
      leave()
    })
  }

  /** Goes to a page from which the person comes back here; only once for a double tap. */
  function leaveForAMoment(leave: () => void) {
    if (phase.current !== 'editing') return
    phase.current = 'paused'
    const page = here()
    leave()
    // A person who goes back before that page was there finds this page as it stood: it was never taken down.
    const stop = onRoute(() => {
      if (here() !== page) return
      stop()
      if (phase.current !== 'paused') return
      phase.current = 'editing'
      setOver(false)
    })
  }

  const question: ReactNode = useAskBeforeLeaving({
    unsaved: () => phase.current === 'editing' && unsaved(),
    underWay: () => underWay.current,
    words: asking?.words ?? (() => toDraftBoxWords({ form: draft.content_type, isInBox: isInBox() })),
    keep: () => done('saving', asking?.keep ?? intoBox),
    discard: end,
  })

  return {
    busy,
    /** Nothing more can be changed on this page. */
    over,
    question,
    done,
    finish,
    keepInBox: () => finish('saving', intoBox, () => go('draftBox', {}, { replace: true })),
    seal: () => void once('sealing', toSealPages),
    /** Whether this page is left for a moment, or for good. */
    phase,
    leaveForAMoment,
    /** Goes to a page that adds something to the draft, which is put aside until the person comes back here. */
    leaveToAdd,
  }
}
