import { type ReactNode, useRef, useState } from 'react'
import { TYPE_KIND } from '#contract/capsule.ts'
import { TEXT } from '#contract/codes.ts'
import type { ContentItem } from '#contract/content.ts'
import { DRAFT_SAVED } from '#contract/draft.ts'
import { go, here, leaveAfterToast, onRoute } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { useOneAtATime } from '#web/ui/useOneAtATime.ts'
import { useAfford } from '#web/wallet/useAfford.ts'
import { clearDraft, keepDraft, type SealDraft } from './draft.ts'
import { enterSeal } from './leaveSeal.ts'
import { toDraftBoxWords } from './leaveWords.ts'
import { useAskBeforeLeaving, type Words } from './useLeaveQuestion.tsx'
import { useSaveDraft } from './useSaveDraft.ts'

/** What is done with what was made: into the draft box, to the seal pages, or out of the editor's own hands. */
export type Work = 'saving' | 'sealing' | 'publishing'
/** What it takes to be ready for each. */
type Wish = 'draft' | 'seal'

export type Stand = 'here' | 'away' | 'over'

type Making = {
  draft: SealDraft
  /** What there is now. */
  content: () => ContentItem[]
  /** Why that cannot be done with it as it is, or undefined. */
  whyNot: (wish: Wish) => string | undefined
  /** Whether leaving would lose something of it. */
  unsaved: () => boolean
  /** It lies elsewhere now: for good, or with the seal pages, from which one may come back. */
  handedOver: (to: 'seal' | 'end') => void
  /** Keeps the name it has in the draft box. */
  named?: boolean
  /** The question before leaving, and what is kept then; the draft box when nothing else is said. */
  asking?: { words: () => Words; keep: () => Promise<boolean> }
}

/**
 * The one life of everything that is made: while it is here leaving asks, one thing at a time is done with it, and in the
 * end it lies in the draft box, with the seal pages, or nowhere. Whatever is done answers whether it came to be.
 */
export function useMaking(making: Making) {
  const { draft, whyNot, unsaved, handedOver, named, asking } = making
  const stand = useRef<Stand>('here')
  const [over, setOver] = useState(false)
  const { once, underWay, busy } = useOneAtATime<Work>()
  const { save, saveAgain, isInBox } = useSaveDraft(draft)
  const afford = useAfford(TYPE_KIND[draft.type])

  /** Says why it is not ready; otherwise true. */
  function ready(wish: Wish): boolean {
    const wrong = whyNot(wish)
    if (wrong) toast(wrong)
    return !wrong
  }

  /** It is in safe hands or not wanted: nothing is asked or kept from here on. */
  function end() {
    stand.current = 'over'
    setOver(true)
    handedOver('end')
    clearDraft(draft.key)
  }

  /** Does it, which ends this making; whatever comes to be shown then leads on. */
  const done = (work: Work, act: () => Promise<boolean>): Promise<boolean> =>
    once(work, async () => {
      const isDone = await act()
      if (isDone) end()
      return isDone
    })

  async function intoBox(): Promise<boolean> {
    const how = ready('draft') && (await (named ? saveAgain : save)(making.content()))
    if (how === true) toast(named ? TEXT.saved : DRAFT_SAVED)
    return how !== false
  }

  /** The same, and leaves once the toast has been read. */
  async function finish(work: Work, act: () => Promise<boolean>, leave: () => void): Promise<void> {
    const page = here()
    if (stand.current === 'here' && (await done(work, act))) leaveAfterToast(page, leave)
  }

  async function toSealPages(): Promise<boolean> {
    if (stand.current !== 'here' || !ready('seal') || !(await afford())) return false
    enterSeal()
    fetchFor(() => go('sealOne', { type: String(draft.type) }))
    return true
  }

  /** It lies where the next page looks for it, over a reload too, and is taken up again by whoever comes back here. */
  function fetchFor(leave: () => void) {
    leaveForAMoment(() => {
      const outlasts = keepDraft({ ...draft, content: making.content() })
      setOver(true)
      if (outlasts === true) handedOver('seal')
      else void outlasts.then((does) => does && stand.current === 'away' && handedOver('seal'))
      leave()
    })
  }

  /** Goes to a page from which one comes back here; once for a double tap. */
  function leaveForAMoment(leave: () => void) {
    if (stand.current !== 'here') return
    stand.current = 'away'
    const page = here()
    leave()
    // Who goes back before that page was there finds this one as it stood: it was never taken down.
    const stop = onRoute(() => {
      if (here() !== page) return
      stop()
      if (stand.current !== 'away') return
      stand.current = 'here'
      setOver(false)
    })
  }

  const question: ReactNode = useAskBeforeLeaving({
    unsaved: () => stand.current === 'here' && unsaved(),
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
    stand,
    leaveForAMoment,
    /** Goes to a page that adds something to what is being made, which is put aside until one comes back here. */
    fetchFor,
  }
}
