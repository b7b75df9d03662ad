import { lazy, Suspense, useState } from 'react'
import { device } from '#web/client/storage/storage.ts'
import { Gift } from './Gift.tsx'

const GuideTour = lazy(() => import('./GuideTour.tsx').then((loaded) => ({ default: loaded.GuideTour })))

/** The storage key that says whether this person has seen the guide on this device. */
const seenKey = (userId: string) => `guided:${userId}` as const

/** A newcomer is shown around once, to the end or not; then the gift is handed over. `covered` by an open capsule. */
export function Guide({ userId, covered }: { userId: string; covered: boolean }) {
  const [seen, setSeen] = useState(() => device.getItem(seenKey(userId)) !== null)
  const end = () => {
    device.setItem(seenKey(userId), '1')
    setSeen(true)
  }
  if (seen) return <Gift />
  return (
    <Suspense>
      <GuideTour userId={userId} covered={covered} onEnd={end} />
    </Suspense>
  )
}
