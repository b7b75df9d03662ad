import { useEffect, useState } from 'react'
import { onSession } from '#web/session.ts'

const seen = new Set<string>()
// Whoever signs in next begins a visit of their own.
onSession(() => seen.clear())

/** Whether this public capsule of somebody else's has been looked at since the pages were loaded. */
export const isSeen = (id: string): boolean => seen.has(id)

/** Whether none has: the first of a visit comes with the whole ritual. */
export const isFirstOfVisit = (): boolean => seen.size === 0

type Coming = 'ritual' | 'short' | undefined

/** How a capsule comes that somebody else opened to all; standing, for whoever comes back from a picture of it. */
export function useFirstSight(id: string): Coming {
  const [coming] = useState<Coming>(() => {
    if (isFirstOfVisit()) return 'ritual'
    return isSeen(id) ? undefined : 'short'
  })
  useEffect(() => void seen.add(id), [id])
  return coming
}
