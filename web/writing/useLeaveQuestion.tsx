import { lazy, Suspense, useRef, useState } from 'react'

export type Leave = 'keep' | 'discard' | 'stay'

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then((loaded) => ({ default: loaded.LeaveDialog })))

/** The question 是否存入草稿箱? when unsaved words are left; `question` belongs on the page. */
export function useLeaveQuestion() {
  const [open, setOpen] = useState(false)
  const give = useRef<(leave: Leave) => void>(undefined)

  function answer(leave: Leave) {
    setOpen(false)
    give.current?.(leave)
  }

  function askToKeep(): Promise<Leave> {
    give.current?.('stay')
    setOpen(true)
    return new Promise((resolve) => {
      give.current = resolve
    })
  }

  const question = open && (
    <Suspense>
      <LeaveDialog onAnswer={answer} />
    </Suspense>
  )
  return { askToKeep, question }
}
