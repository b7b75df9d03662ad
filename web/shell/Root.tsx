import { Outlet } from '@tanstack/react-router'
import { inFrame } from '#web/siteRoute.ts'
import { Asks } from '#web/ui/ask.tsx'
import { Sky } from '#web/ui/Sky.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { useRelaunch } from './relaunch.ts'
import { useVersionCheck } from './useVersionCheck.ts'

/** What stands around every page; the phone of the desktop shell leaves the notices to the window around it. */
export function Root() {
  useRelaunch()
  useVersionCheck()
  return (
    <>
      <Sky />
      {!inFrame() && <OfflineNotice />}
      <Outlet />
      <Toasts />
      <Asks />
    </>
  )
}
