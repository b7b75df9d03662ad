import { useCallback, useSyncExternalStore } from 'react'

/** `RAIL`: pages have a rail. `PANES`: lists have the chosen item beside them. The style sheets use the same widths. */
export const RAIL = '(min-width: 700px)'
export const PANES = '(min-width: 1100px)'
/** Wider than a phone (`PHONE_MAX_PX`). */
export const DESK = '(min-width: 768px)'

/** Whether the window matches now. Without `matchMedia` (tests, very old browsers) it does not. */
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
