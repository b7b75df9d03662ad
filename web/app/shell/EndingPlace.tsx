import { lazy, Suspense, useState } from 'react'
import { device } from '#web/client/storage/storage.ts'
import { history } from '#web/ui/location.ts'

const EndingBand = lazy(() =>
  import('./EndingBand.tsx').then(
    (loaded) => ({ default: loaded.EndingBand }),
    () => ({ default: () => ROOM }),
  ),
)
const ROOM = <div style={{ minHeight: 'var(--touch)' }} />

/** The place of the band on every page, from the first paint on; the drawn shells leave its room as well (first/shells.css). */
export function EndingPlace({ endingHere }: { endingHere: () => string | null }) {
  const [value] = useState(endingHere)
  if (!value) return null
  return (
    <Suspense fallback={ROOM}>
      <EndingBand value={value} />
    </Suspense>
  )
}

/** How far the end has come, for the page at an address: news change the next page, so that nothing moves in the one that stands. */
export function endingByPage(): () => string | null {
  let page: string | undefined
  let shown: string | null = null
  return () => {
    const { pathname } = history.location
    if (pathname !== page) {
      page = pathname
      shown = device.getItem('ending')
    }
    return shown
  }
}
