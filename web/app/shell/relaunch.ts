import { useEffect } from 'react'
import { PAGES } from '#contract/pages.ts'
import { getToken } from '#web/client/session.ts'
import { inFrame, rememberSiteRoute, wholeWindow } from '#web/client/siteRoute.ts'
import { tab } from '#web/client/storage/storage.ts'
import { go, here, history, isAt } from '#web/ui/location.ts'
import { isPhone, onResized } from '#web/ui/viewport.ts'

/** The form of a window before it got narrow: the shell, or a page by itself. */
export const WAS_WIDE = 'wideForm'
/** Pages that are what they are at every width: they begin outside the application. */
const OF_THEIR_OWN: readonly string[] = [
  PAGES.landing,
  PAGES.spread,
  PAGES.site,
  PAGES.unseal,
  PAGES.promises,
  PAGES.verify,
  PAGES.ending,
]
/** A turned telephone is as wide as a desktop window, but has no mouse. */
const HAS_MOUSE = '(hover: hover) and (pointer: fine)'

/**
 * A resize between phone and wide relaunches the matching page (specification 2): a window that began narrow becomes the
 * shell, one that was wide before becomes again what it was, and one whose person wants the whole window stays a page.
 */
export function useRelaunch(): void {
  useEffect(() => {
    if (inFrame()) {
      rememberSiteRoute(here())
      return history.subscribe(() => rememberSiteRoute(here()))
    }
    let wasPhone = isPhone()
    return onResized(() => {
      if (isPhone() === wasPhone) return
      wasPhone = isPhone()
      if (!wasPhone) toSite()
      else if (!isAt('site')) notePage()
    })
  }, [])
}

function toSite(): void {
  const form = tab.getItem(WAS_WIDE)
  if (isAt('site') || !mayLeave(window)) return
  tab.removeItem(WAS_WIDE)
  if (form === 'page' || wholeWindow() || (!form && !beganNarrow())) return
  rememberSiteRoute(here())
  go('site', {}, { replace: true })
}

/** A shell may have left before and said so. */
function notePage(): void {
  if (!tab.getItem(WAS_WIDE)) tab.setItem(WAS_WIDE, 'page')
}

/** Whether the shell is where this page belongs now. */
const beganNarrow = (): boolean =>
  getToken() !== undefined &&
  !OF_THEIR_OWN.includes(history.location.pathname) &&
  window.matchMedia?.(HAS_MOUSE).matches !== false

/** Whether the page there would let its window be closed unasked. Turning a screen never costs unsaved words. */
export const mayLeave = (there: Window): boolean => there.dispatchEvent(new Event('beforeunload', { cancelable: true }))
