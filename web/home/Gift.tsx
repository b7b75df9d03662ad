import { lazy, Suspense, useState } from 'react'

const GiftDialog = lazy(() => import('./GiftDialog.tsx').then((loaded) => ({ default: loaded.GiftDialog })))
let closedThisVisit = false

/** The welcome gift until it is claimed. Closed, it comes back on the next visit. */
export function Gift() {
  const [open, setOpen] = useState(!closedThisVisit)
  const close = () => {
    closedThisVisit = true
    setOpen(false)
  }
  return (
    <Suspense>
      <GiftDialog open={open} onClose={close} />
    </Suspense>
  )
}
