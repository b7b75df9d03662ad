import { useEffect } from 'react'
import { PAGES } from '#contract/pages.ts'
import { getToken } from '#web/session.ts'
import { chooseWholeWindow, inFrame, rememberSiteRoute, siteRoute, wholeWindow } from '#web/siteRoute.ts'
import { tab } from '#web/storage.ts'
import { go, goTo, here, history, isAt } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { isPhone, onResized } from '#web/ui/viewport.ts'

/** What a window was before it got narrow: the shell, or a page by itself. */
const WAS_WIDE = 'wideForm'
/** Pages that are what they are at every width: they begin outside the application. */
const OF_THEIR_OWN: readonly string[] = [PAGES.landing, PAGES.spread, PAGES.site, PAGES.unseal, PAGES.promises]
/** A telephone that is turned is as wide as a desk, and is none. */
const HAS_MOUSE = '(hover: hover) and (pointer: fine)'

/**
 * A resize between phone and wide relaunches the matching page (specification 2): what began narrow becomes the shell. A
 * window that was wide before becomes again what it was, and one whose person wants the whole window stays a page.
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
const mayLeave = (there: Window): boolean => there.dispatchEvent(new Event('beforeunload', { cancelable: true }))
