import { PAGES } from '#contract/pages.ts'
import { isPhone } from '#web/ui/viewport.ts'
import { withoutFrameMark } from './session.ts'
import { device } from './storage/storage.ts'

const LAST_ROUTE = 'siteRoute'
const FORM = 'desktop'
const WHOLE = 'whole'
/** Not pages of the app: in the phone they stand for home (specification 2, "spread maps to home"). */
const AROUND_THE_APP: readonly string[] = [PAGES.landing, PAGES.spread, PAGES.site]

/** Whether this window is the phone of the desktop shell; nobody else may frame our pages. */
export const inFrame = (): boolean => window.parent !== window

/** The route the phone of the desktop shell showed last, or home. */
export const siteRoute = (): string => withoutFrameMark(device.getItem(LAST_ROUTE) ?? PAGES.home)

export function rememberSiteRoute(href: string): void {
  const path = href.split('?')[0]!
  device.setItem(LAST_ROUTE, AROUND_THE_APP.includes(path) ? PAGES.home : href)
}

export const forgetSiteRoute = (): void => device.removeItem(LAST_ROUTE)

/** Whether the pages take the whole window here: it is a phone's, or at this desk somebody has chosen so. */
export const wholeWindow = (): boolean => isPhone() || device.getItem(FORM) === WHOLE

export const chooseWholeWindow = () => device.setItem(FORM, WHOLE)
export const choosePhoneView = (): void => device.removeItem(FORM)
