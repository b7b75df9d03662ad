import { useEffect } from 'react'
import { inFrame, rememberSiteRoute, siteRoute } from '#web/siteRoute.ts'
import { go, goTo, here, history, isAt } from '#web/ui/location.ts'
import { isPhone, onResized } from '#web/ui/viewport.ts'

/** Set while a window that left the shell by getting narrow has not come back. */
const LEFT_SITE = 'leftSite'

/**
 * A resize between phone and wide relaunches the matching page (specification 2). Our pages have a wide form of their
 * own, so a wide window that was opened on one stays there; only one that the shell had left returns to it.
 */
export function useRelaunch(): void {
  useEffect(() => {
    if (!inFrame()) return onResized(backToSite)
    rememberSiteRoute(here())
    return history.subscribe(() => rememberSiteRoute(here()))
  }, [])
}

/** In a window as narrow as a phone, the page that the shell's phone shows takes the place of the shell. */
export function leaveSite(phone: Window | null | undefined): void {
  if (!isPhone() || (phone && !mayLeave(phone))) return
  rememberSiteRoute(phone?.location.hash.slice(1) || siteRoute())
  if (!inFrame()) sessionStorage.setItem(LEFT_SITE, '1')
  goTo(siteRoute(), { replace: true })
}

function backToSite(): void {
  if (isPhone() || isAt('site') || !sessionStorage.getItem(LEFT_SITE) || !mayLeave(window)) return
  sessionStorage.removeItem(LEFT_SITE)
  rememberSiteRoute(here())
  go('site', {}, { replace: true })
}

/** Whether the page there would let its window be closed unasked. Turning a screen never costs unsaved words. */
const mayLeave = (there: Window): boolean => there.dispatchEvent(new Event('beforeunload', { cancelable: true }))
