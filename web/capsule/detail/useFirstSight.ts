import { useEffect, useState } from 'react'
import { onSession } from '#web/client/session.ts'

const seen = new Set<string>()
// The next person who signs in begins a visit of their own.
onSession(() => seen.clear())

/** Whether this public capsule of somebody else's has been looked at since the pages were loaded. */
export const isSeen = (id: string): boolean => seen.has(id)

/** Whether none has been looked at yet: the first of a visit comes with the whole ritual. */
export const isFirstOfVisit = (): boolean => seen.size === 0

type Coming = 'ritual' | 'short' | undefined

/** How somebody else's public capsule appears; undefined, without motion, once it has been seen in this visit. */
export function useFirstSight(id: string): Coming {
  const [coming] = useState<Coming>(() => {
    if (isFirstOfVisit()) return 'ritual'
    return isSeen(id) ? undefined : 'short'
  })
  useEffect(() => void seen.add(id), [id])
  return coming
}
