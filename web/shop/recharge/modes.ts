import type { Channel } from '#contract/pay.ts'
import { applet } from '#web/client/applet.ts'
import { inAppStore, storePlugin } from '#web/client/native.ts'

/** The ways that can be used where these pages are shown, in the order in which they are offered there. */
const USABLE = {
  browser: ['wechat', 'alipay'],
  alipayApplet: ['alipay'],
  appStore: ['apple'],
} as const satisfies Record<string, readonly Channel[]>

export const NO_MODES = '充值暂未开放，请过些时候再来看看'

/** Of the ways that are switched on, those that can be used where these pages are. */
export function offered(channels: readonly Channel[]): Channel[] {
  const place = whereWeAre()
  return place ? USABLE[place].filter((mode) => channels.includes(mode)) : []
}

/** Undefined where only the App Store may sell, and does not. */
function whereWeAre(): keyof typeof USABLE | undefined {
  if (inAppStore()) return storePlugin() && 'appStore'
  return applet() ? 'alipayApplet' : 'browser'
}
