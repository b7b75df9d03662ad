import { useCallback, useSyncExternalStore } from 'react'

/** From here on pages have a rail, and from there on lists have what is chosen beside them; the style sheets say the same. */
export const RAIL = '(min-width: 700px)'
export const PANES = '(min-width: 1100px)'
/** Wider than a phone (`PHONE_MAX_PX`). */
export const DESK = '(min-width: 768px)'

/** Whether the window is like that now. Without the question (tests, very old browsers) it is not. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia?.(query)
      media?.addEventListener('change', listener)
      return () => media?.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false)
}
