import { ownTop } from '#web/ui/ownTop.ts'
import { holdsPhone } from '#web/ui/viewport.ts'
import type { PayChannel } from './modes.ts'

/** Is shown as a code; any other address is opened. */
export const isCode = (url: string): boolean => url.startsWith('weixin:')

/**
 * A window for the cashier, to be asked for within the press itself: after a wait for the server it would be blocked. On a
 * phone none is needed, and what is scanned needs none either.
 */
export const windowAhead = (channel: PayChannel): Window | undefined =>
  holdsPhone() || channel === 'wechat' ? undefined : (window.open('', '_blank') ?? undefined)

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
