import type { RefObject } from 'react'
import type { Stand } from '#web/draft/useMaking.ts'
import { here, onRoute } from '#web/ui/location.ts'

/** Goes to a page from which one comes back here; once for a double tap. */
export function leaveForAMoment(stand: RefObject<Stand>, leave: () => void): void {
  if (stand.current !== 'here') return
  stand.current = 'away'
  const page = here()
  leave()
  // Who goes back before that page was there finds this one as it stood: it was never taken down.
  const stop = onRoute(() => {
    if (here() !== page) return
    stop()
    if (stand.current === 'away') stand.current = 'here'
  })
}
