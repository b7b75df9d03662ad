import type { Channel } from '#contract/pay.ts'
import type { Platform } from '#contract/platforms.ts'
import type { Context, Services } from '#server/context.ts'
import { type Alipay, makeAlipay } from '#server/outside/alipay/alipay.ts'
import { type AppStore, makeAppStore } from '#server/outside/apple/apple.ts'
import type { PayPlatform } from '#server/outside/payment.ts'
import { makeWxpay } from '#server/outside/wxpay/wxpay.ts'

/** The ways of paying that begin on our pages. */
export type PageChannel = Exclude<Channel, 'apple'>
/** At whose gate one waits. */
export const GATE_OF: Record<Channel, Platform> = { alipay: 'alipay', wechat: 'wxpay', apple: 'apple' }
/** In the order in which they are offered (specification 3). */
type Platforms = { alipay?: Alipay; wechat?: PayPlatform; apple?: AppStore }
type Owner = Pick<Services, 'config' | 'now'>

const known = new WeakMap<Services['config'], Platforms>()

/** Those that are switched on. */
export function platformsOf({ config, now }: Owner): Platforms {
  let platforms = known.get(config)
  if (!platforms) {
    platforms = {
      ...(config.alipay && { alipay: makeAlipay(config.alipay, now) }),
      ...(config.wxpay && { wechat: makeWxpay(config.wxpay, now) }),
      ...(config.apple && { apple: makeAppStore(config.apple, now) }),
    }
    known.set(config, platforms)
  }
  return platforms
}

/** Who can be asked for an order, told to close it and to give money back; nobody for what the App Store has sold. */
export const platformOf = (owner: Owner, channel: Channel): PayPlatform | undefined =>
  channel === 'apple' ? undefined : platformsOf(owner)[channel]

/** In development: the stand-in's cashier for what a telephone would scan. */
export function cashierOf({ config, isDeveloper }: Context, url: string): { cashier?: string } {
  if (!url.startsWith('weixin:') || !config.wxpay || !isDeveloper()) return {}
  return { cashier: `${config.wxpay.url}/wxpay/cashier${url.slice(url.indexOf('?'))}` }
}
