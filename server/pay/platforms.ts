import type { Channel } from '#contract/pay.ts'
import type { Context, Services } from '#server/context.ts'
import { makeAlipay } from '#server/outside/alipay/alipay.ts'
import type { PayPlatform } from '#server/outside/payment.ts'
import { makeWxpay } from '#server/outside/wxpay/wxpay.ts'

/** The ways of paying that begin on our pages. */
export type PageChannel = Exclude<Channel, 'apple'>
type Platforms = ReadonlyMap<Channel, PayPlatform>

const known = new WeakMap<Services['config'], Platforms>()

/** Those that are switched on, in the order in which they are offered (specification 3). */
export function platformsOf({ config, now }: Pick<Services, 'config' | 'now'>): Platforms {
  let platforms = known.get(config)
  if (!platforms) {
    platforms = new Map([
      ...(config.alipay ? [['alipay', makeAlipay(config.alipay, now)] as const] : []),
      ...(config.wxpay ? [['wechat', makeWxpay(config.wxpay, now)] as const] : []),
    ])
    known.set(config, platforms)
  }
  return platforms
}

/** In development: the stand-in's cashier for what a telephone would scan. */
export function cashierOf({ config, isDeveloper }: Context, url: string): { cashier?: string } {
  if (!url.startsWith('weixin:') || !config.wxpay || !isDeveloper()) return {}
  return { cashier: `${config.wxpay.url}/wxpay/cashier${url.slice(url.indexOf('?'))}` }
}
