import { type FocusEvent, useCallback, useEffect, useRef } from 'react'

/**
 * For a place whose parts replace one another: when the part that had the focus is gone, the place itself gets the focus, so
 * that keyboard and screen-reader users go on from there and not from the top of the page. `shown` names the present part.
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
    /** Blurred while still in the page: the part was left, and not taken away. */
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) last.current = undefined
    },
  }
}
