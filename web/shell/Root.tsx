import { Outlet } from '@tanstack/react-router'
import { Asks } from '#web/ui/ask.tsx'
import { Sky } from '#web/ui/Sky.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'

/** What stands around every page. */
export function Root() {
  return (
    <>
      <Sky />
      <OfflineNotice />
      <Outlet />
      <Toasts />
      <Asks />
    </>
  )
}
