import { lazy, Suspense } from 'react'
import { closeGift, useGiftClosed } from './giftBag.ts'

const GiftDialog = lazy(() => import('./GiftDialog.tsx').then((loaded) => ({ default: loaded.GiftDialog })))

/** The welcome gift until it is claimed. Closed, it comes back on the next visit, or from the task centre. */
export function Gift() {
  const closed = useGiftClosed()
  return (
    <Suspense>
      <GiftDialog open={!closed} onClose={closeGift} />
    </Suspense>
  )
}
