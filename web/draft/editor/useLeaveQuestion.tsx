import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useLeavePrompt } from '#web/client/useLeavePrompt.ts'
import { Coming } from '#web/ui/Coming.tsx'

export type Leave = 'keep' | 'discard' | 'stay'
export type Words = {
  title?: string
  /** The question, or where the title asks, the fate of the text. */
  text: string
  discard: string
  keep: string
  /** The third choice, to stay on the page; without it only Escape leaves the question open. */
  stay?: string
}

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then((loaded) => ({ default: loaded.LeaveDialog })))

/** Asks whether unsaved text is kept, thrown away, or not decided now; `question` is to be rendered on the page. */
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
    <Suspense fallback={<Coming as="card" onBack={undefined} />}>
      <LeaveDialog words={open} onAnswer={answer} />
    </Suspense>
  )
  return { askToKeep, question }
}

type Ways = {
  unsaved: () => boolean
  /** The saving that is going on already, if any: its answer comes first. */
  underWay: () => Promise<boolean> | undefined
  /** The words of the moment of asking: the server's copy may have changed meanwhile. */
  words: () => Words
  /** Saves; tells whether the text is safe now. */
  keep: () => Promise<boolean>
  discard: () => void
}

/** Asks before a page with unsaved text is left, and keeps or discards the text. Returns the question, for the page. */
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
