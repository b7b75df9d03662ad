import { useRef } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'

/** Acts on the first of several taps within half a second: the second of two would fall on what the first has opened. */
export function useFirstTap(): (act: () => void) => void {
  const actedAt = useRef(Number.NEGATIVE_INFINITY)
  return (act) => {
    const now = performance.now()
    if (now - actedAt.current < SEARCH_DEBOUNCE_MS) return
    actedAt.current = now
    act()
  }
}
