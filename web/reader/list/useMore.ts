import { useCallback, useState } from 'react'

/** Few enough to be drawn at once. */
const FIRST = 60
const MORE = 120
/** Begins before the end of the list is seen. */
const AHEAD = '1200px'

/** How many of each list were shown, for coming back to it. */
const shownOf = new Map<string, number>()

/** Shows a long list in pieces: how many now, and what stands at its end and asks for more when it comes near. */
export function useMore(list: string, length: number) {
  const [, setTurn] = useState(0)
  const shown = Math.min(length, shownOf.get(list) ?? FIRST)
  const hasMore = shown < length
  const end = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !hasMore) return
      const watcher = new IntersectionObserver(
        (seen) => {
          if (!seen.some(({ isIntersecting }) => isIntersecting)) return
          shownOf.set(list, shown + MORE)
          setTurn((turn) => turn + 1)
        },
        { rootMargin: AHEAD },
      )
      watcher.observe(element)
      return () => watcher.disconnect()
    },
    [list, shown, hasMore],
  )
  return { shown, hasMore, end }
}
