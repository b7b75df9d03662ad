import { type FocusEvent, useCallback, useEffect, useRef } from 'react'

/**
 * For a place whose parts take one another's place: where the part that had the focus is gone, the place itself has it, so
 * that who uses keys or a reader goes on from there and not from the top of the page. `shown` names what stands there now.
 */
export function useStayingFocus(shown: unknown) {
  const place = useRef<HTMLElement | null>(null)
  const last = useRef<Element>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever something else is shown
  useEffect(() => {
    const isLost = last.current?.isConnected === false && document.activeElement === document.body
    if (isLost) place.current?.focus({ preventScroll: true })
  }, [shown])
  return {
    ref: useCallback((element: HTMLElement | null) => {
      place.current = element
    }, []),
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      last.current = target
    },
    /** Told by what is still there: it was left, and not taken away. */
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) last.current = undefined
    },
  }
}
