import { lazy, Suspense } from 'react'
import { device } from '#web/client/storage/storage.ts'
import { closeGift, useGiftClosed } from './giftBag.ts'

const WelcomeGift = lazy(() =>
  import('#web/shop/gift/WelcomeGift.tsx').then((loaded) => ({ default: loaded.WelcomeGift })),
)

/** The welcome gift until it is claimed. Closed, it comes back on the next visit, or from the task centre. */
export function Gift() {
  const closed = useGiftClosed()
  // Nothing is given any more.
  if (device.getItem('ending')?.startsWith('readonly')) return null
  return (
    <Suspense>
      <WelcomeGift open={!closed} onClose={closeGift} />
    </Suspense>
  )
}
