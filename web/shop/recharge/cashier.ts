import { isCode, isScanned, type OrderChannel } from '#contract/pay.ts'
import { ownTop } from '#web/ui/ownTop.ts'
import { holdsPhone } from '#web/ui/viewport.ts'

/**
 * A window for the cashier, to be opened within the press itself: after a wait for the server it would be blocked. A phone
 * needs none, and neither does a code to be scanned.
 */
export const windowAhead = (channel: OrderChannel): Window | undefined =>
  holdsPhone() || isScanned(channel) ? undefined : (window.open('', '_blank') ?? undefined)

/** Shows the cashier where it belongs: on a phone in place of these pages, otherwise beside them. */
export function showCashier(url: string, ahead: Window | undefined): void {
  if (isCode(url)) ahead?.close()
  else if (holdsPhone()) ownTop(window).location.assign(url)
  else showBeside(url, ahead ?? window.open('', '_blank'))
}

function showBeside(url: string, beside: Window | null): void {
  // Blocked after all: the dialog has a link.
  if (!beside) return
  beside.opener = null
  beside.location.href = url
}
