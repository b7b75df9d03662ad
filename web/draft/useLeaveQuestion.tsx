import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useLeavePrompt } from '#web/ui/location.ts'

export type Leave = 'keep' | 'discard' | 'stay'
export type Words = { text: string; discard: string; keep: string }

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then((loaded) => ({ default: loaded.LeaveDialog })))

const TO_DRAFT_BOX: Words = { text: '是否存入草稿箱?', discard: '否', keep: '是' }

/** The question what becomes of unsaved words: kept, thrown away, or not decided now; `question` belongs on the page. */
export function useLeaveQuestion() {
  const [open, setOpen] = useState<Words>()
  const give = useRef<(leave: Leave) => void>(undefined)

  function answer(leave: Leave) {
    setOpen(undefined)
    give.current?.(leave)
  }

  function askToKeep(words = TO_DRAFT_BOX): Promise<Leave> {
    give.current?.('stay')
    setOpen(words)
    return new Promise((resolve) => {
      give.current = resolve
    })
  }

  const question = open && (
    <Suspense>
      <LeaveDialog words={open} onAnswer={answer} />
    </Suspense>
  )
  return { askToKeep, question }
}

type Ways = {
  unsaved: () => boolean
  /** What is being done with the words already: its answer comes first. */
  underWay: () => Promise<boolean> | undefined
  words?: Words
  /** Whether they are in safe hands now. */
  keep: () => Promise<boolean>
  discard: () => void
}

/** Asks before a page with unsaved words is left, and does with them what the person wants; the question, for the page. */
export function useAskBeforeLeaving({ unsaved, underWay, words, keep, discard }: Ways): ReactNode {
  const { askToKeep, question } = useLeaveQuestion()
  useLeavePrompt(unsaved, async () => {
    if (await underWay()) return true
    const answer = await askToKeep(words)
    if (answer === 'keep') return keep()
    if (answer === 'discard') discard()
    return answer === 'discard'
  })
  return question
}
