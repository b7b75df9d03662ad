import { useEffect, useEffectEvent } from 'react'

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Calls `step` for the arrow keys, wherever the focus is, but not in a dialog. */
export function useArrows(step: (by: number) => void) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by && !(event.target as Element).closest?.('[role="dialog"], [role="alertdialog"]')) step(by)
  })
  useEffect(() => {
    const watch = new AbortController()
    window.addEventListener('keydown', pressed, { signal: watch.signal })
    return () => watch.abort()
  }, [])
}
