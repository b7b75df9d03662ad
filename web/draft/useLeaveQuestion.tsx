import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Coming } from '#web/ui/Coming.tsx'
import { useLeavePrompt } from '#web/ui/useLeavePrompt.ts'

export type Leave = 'keep' | 'discard' | 'stay'
export type Words = {
  title?: string
  /** What is asked, or where the title asks, what becomes of the words. */
  text: string
  discard: string
  keep: string
  /** The third choice, to stay on the page; without it only Escape leaves the question open. */
  stay?: string
}

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then((loaded) => ({ default: loaded.LeaveDialog })))

/** The question what becomes of unsaved words: kept, thrown away, or not decided now; `question` belongs on the page. */
export function useLeaveQuestion() {
  const [open, setOpen] = useState<Words>()
  const give = useRef<(leave: Leave) => void>(undefined)

  function answer(leave: Leave) {
    setOpen(undefined)
    give.current?.(leave)
  }

  function askToKeep(words: Words): Promise<Leave> {
    give.current?.('stay')
    setOpen(words)
    return new Promise((resolve) => {
      give.current = resolve
    })
  }

  const question = open && (
    <Suspense fallback={<Coming as="card" />}>
      <LeaveDialog words={open} onAnswer={answer} />
    </Suspense>
  )
  return { askToKeep, question }
}

type Ways = {
  unsaved: () => boolean
  /** What is being done with the words already: its answer comes first. */
  underWay: () => Promise<boolean> | undefined
  /** As it stands when it is asked: what is held elsewhere may have changed meanwhile. */
  words: () => Words
  /** Whether they are in safe hands now. */
  keep: () => Promise<boolean>
  discard: () => void
}

/** Asks before a page with unsaved words is left, and does with them what the person wants; the question, for the page. */
export function useAskBeforeLeaving({ unsaved, underWay, words, keep, discard }: Ways): ReactNode {
  const { askToKeep, question } = useLeaveQuestion()
  useLeavePrompt(unsaved, async () => {
    if (await underWay()) return true
    const answer = await askToKeep(words())
    if (answer === 'keep') return keep()
    if (answer === 'discard') discard()
    return answer === 'discard'
  })
  return question
}
