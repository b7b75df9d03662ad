import { chooseWholeWindow, inFrame, rememberSiteRoute, siteRoute } from '#web/client/siteRoute.ts'
import { tab } from '#web/client/storage/storage.ts'
import { goTo } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { isPhone } from '#web/ui/viewport.ts'
import { mayLeave, WAS_WIDE } from './relaunch.ts'

/** In a window as narrow as a phone, the page that the shell's phone shows takes the place of the shell. */
export function leaveSite(phone: Window | null | undefined): void {
  if (!isPhone() || (phone && !mayLeave(phone))) return
  rememberSiteRoute(phone?.location.hash.slice(1) || siteRoute())
  if (!inFrame()) tab.setItem(WAS_WIDE, 'site')
  goTo(siteRoute(), { replace: true })
}

/** The page that the shell's phone shows takes the whole window, from now on. */
export function expandSite(phone: Window | null | undefined): void {
  if (phone && !mayLeave(phone)) {
    toast('手机里有还没保存的内容，先保存好再展开')
    return
  }
  rememberSiteRoute(phone?.location.hash.slice(1) || siteRoute())
  chooseWholeWindow()
  goTo(siteRoute())
}
