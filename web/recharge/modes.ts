import type { Channel } from '#contract/pay.ts'
import { applet } from '#web/applet.ts'
import { inAppStore, storePlugin } from '#web/native.ts'

/** The ways of paying whose orders are watched; what the App Store has sold is known at once. */
export type PayChannel = Exclude<Channel, 'apple'>

export const NO_MODES = '充值暂未开放，请过些时候再来看看'

/** Of the ways that are switched on, those that can be used where these pages are. */
export const offered = (channels: readonly Channel[]): Channel[] => usable().filter((mode) => channels.includes(mode))

function usable(): Channel[] {
  if (inAppStore()) return storePlugin() ? ['apple'] : []
  return applet() ? ['alipay'] : ['wechat', 'alipay']
}
