import type { FastifyReply } from 'fastify'
import { CHANNEL_KEYS, type Channel, isCode, type OrderChannel, sellsOrders } from '#contract/pay.ts'
import type { Platform } from '#contract/platforms.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { makeAlipay } from '#server/platform/outside/alipay/alipay.ts'
import { makeAppStore } from '#server/platform/outside/apple/apple.ts'
import type { PayPlatform } from '#server/platform/outside/payment.ts'
import { makeWxpay } from '#server/platform/outside/wxpay/wxpay.ts'

type Owner = Pick<Services, 'config' | 'now'>
type Answer = (reply: FastifyReply) => FastifyReply
/** `gate`: where calls to it wait. `make`: undefined where its settings are not there, and it is switched off. */
type Specifics<P> = { gate: Platform; make: (owner: Owner) => P | undefined }
/**
 * `isAskedForAddress`: an order is begun there, where others' addresses are made and signed here. `heard`: the answer to
 * its news; after any other, such as `notHeard`, the news comes again. `takesBackDays`: an older payment is not refunded there;
 * undefined where the merchant's contract says it.
 */
type OrderSpecifics = Specifics<PayPlatform> & {
  isAskedForAddress: boolean
  heard: Answer
  notHeard: Answer
  takesBackDays: number | undefined
}

/** The ways of paying, as the server knows them beyond the contract's CHANNELS. */
export const SPECIFICS = {
  alipay: {
    gate: 'alipay',
    make: ({ config, now }: Owner) => config.alipay && makeAlipay(config.alipay, now),
    isAskedForAddress: false,
    heard: (reply) => reply.type('text/plain').send('success'),
    notHeard: (reply) => reply.type('text/plain').send('fail'),
    takesBackDays: undefined,
  },
  wechat: {
    gate: 'wxpay',
    make: ({ config, now }: Owner) => config.wxpay && makeWxpay(config.wxpay, now),
    isAskedForAddress: true,
    heard: (reply) => reply.code(204).send(),
    notHeard: (reply) => reply.code(400).send({ code: 'FAIL', message: '验证失败' }),
    takesBackDays: 365,
  },
  apple: { gate: 'apple', make: ({ config, now }: Owner) => config.apple && makeAppStore(config.apple, now) },
} satisfies Record<OrderChannel, OrderSpecifics> & Record<Channel, Specifics<unknown>>

type Platforms = { [C in Channel]?: NonNullable<ReturnType<(typeof SPECIFICS)[C]['make']>> }

const known = new WeakMap<Services['config'], Platforms>()

/** The platforms that are switched on. */
export function platformsOf(owner: Owner): Platforms {
  const platforms = known.get(owner.config) ?? makeAll(owner)
  known.set(owner.config, platforms)
  return platforms
}

function makeAll(owner: Owner): Platforms {
  const all = CHANNEL_KEYS.map((channel) => [channel, SPECIFICS[channel].make(owner)])
  return Object.fromEntries(all.filter(([, platform]) => platform))
}

/** The platform that can be asked for an order, told to close it and to give money back; none for a store's purchases. */
export const platformOf = (owner: Owner, channel: Channel): PayPlatform | undefined =>
  sellsOrders(channel) ? platformsOf(owner)[channel] : undefined

/** In development: the stand-in's cashier for what a telephone would scan. */
export function cashierOf({ config, isDeveloper }: Context, url: string): { cashier?: string } {
  if (!isCode(url) || !config.wxpay || !isDeveloper()) return {}
  return { cashier: `${config.wxpay.url}/wxpay/cashier${url.slice(url.indexOf('?'))}` }
}
