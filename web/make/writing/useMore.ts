import { useCallback, useState } from 'react'

/** At which sides of a row that is pushed sideways there is more of it than is seen. */
type More = 'start' | 'end' | 'both'

/** Pixels that are nothing: browsers round where a row stands. */
const NOTHING_PX = 2

/** Watches a row; `row` is its ref, `more` says where it goes on. */
export function useMore() {
  const [more, setMore] = useState<More>()
  const row = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const look = () => setMore(moreOf(element))
    look()
    element.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      element.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  return { row, more }
}

function moreOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): More | undefined {
  const before = scrollLeft > NOTHING_PX
  const after = scrollWidth - clientWidth - scrollLeft > NOTHING_PX
  if (before && after) return 'both'
  if (before) return 'start'
  return after ? 'end' : undefined
}
