import { z } from 'zod'
import { id, paged, time } from './fields.ts'

/**
 * A channel that sells `orders`: we make an order, then it is paid there; we can ask for it, close it and give the money back,
 * and there is a bill of each day. `begin`: the call that makes an order; `code`: how the address begins that a computer shows
 * as a code to be scanned, where it is no page to be opened.
 */
type OfOrders = { name: string; sells: 'orders'; begin: string; code?: string }
/** A channel that sells `purchases`: a store sells before there is an order, tells us of it, and alone gives money back. */
type OfPurchases = { name: string; sells: 'purchases' }

/** The ways of paying, in the order in which they are offered (specification 3). No other place compares their names. */
export const CHANNELS = {
  alipay: { name: '支付宝', sells: 'orders', begin: 'aliPay' },
  wechat: { name: '微信', sells: 'orders', begin: 'wxPay', code: 'weixin:' },
  apple: { name: 'App Store', sells: 'purchases' },
} as const satisfies Record<string, OfOrders | OfPurchases>
export type Channel = keyof typeof CHANNELS
export type OrderChannel = { [C in Channel]: (typeof CHANNELS)[C]['sells'] extends 'orders' ? C : never }[Channel]
export type OrderCall = (typeof CHANNELS)[OrderChannel]['begin']

export const CHANNEL_KEYS = Object.keys(CHANNELS) as Channel[]
export const sellsOrders = (channel: Channel): channel is OrderChannel => CHANNELS[channel].sells === 'orders'
export const ORDER_CHANNELS: readonly OrderChannel[] = CHANNEL_KEYS.filter(sellsOrders)

/** A value for each call that makes an order. */
export const forOrderCalls = <T>(of: (channel: OrderChannel) => T): Record<OrderCall, T> =>
  Object.fromEntries(ORDER_CHANNELS.map((channel) => [CHANNELS[channel].begin, of(channel)])) as Record<OrderCall, T>

const codeOf = (channel: OrderChannel): string | undefined => (CHANNELS[channel] as OfOrders).code
/** A computer shows the address of an order there as a code. */
export const isScanned = (channel: OrderChannel): boolean => codeOf(channel) !== undefined
/** The address is shown as a code; any other is opened. */
export const isCode = (url: string): boolean =>
  ORDER_CHANNELS.some((channel) => isScanned(channel) && url.startsWith(codeOf(channel)!))

export const PAID = '支付成功'
export const UNPAID = '支付未成功'
export const ORDERS_EMPTY = '暂时没有订单哦~'
export const PLATFORM_SILENT = '支付平台没有回应，请稍后再试'
export const CHANNEL_OFF = '暂时不能用这种方式支付'
export const PURCHASE_FALSE = '这笔购买无法确认，请联系我们'
export const PURCHASE_ELSEWHERE = '这笔购买属于另一个账号，请用购买时的账号登录'

/** 0 waiting, 1 paid, 2 closed, 3 refunded (readings 8). */
export const ORDER_STATE = { waiting: 0, paid: 1, closed: 2, refunded: 3 } as const
export type OrderState = (typeof ORDER_STATE)[keyof typeof ORDER_STATE]
export const ORDER_STATE_NAME = ['等待支付', '已到账', '已关闭', '已退款'] as const

const goods = z.object({
  id: z.string(),
  count: z.int(),
  /** Yuan with two places: "6.00". */
  price: z.string(),
  applePrice: z.string(),
  product_id: z.string(),
})
export type Goods = z.infer<typeof goods>
/** `channels`: the ways of paying that are switched on. */
export const goodsOutput = z.object({ list: z.array(goods), channels: z.array(z.enum(CHANNEL_KEYS)) })

export const payInput = z.object({ goods_id: id, trade_type: z.enum(['h5', 'scan']) })
/** `url`: `weixin:` is drawn as a code, `https:` is opened. `cashier`: in development, where it can be paid by hand. */
export const payOutput = z.object({ url: z.string(), order_no: z.string(), cashier: z.string().optional() })
/** For somebody inside our Alipay mini-program: the code that it was given, and who they are there. */
export const alipayUserInput = z.object({ code: z.string().min(1).max(200) })
export const alipayUserOutput = z.object({ user_id: z.string() })
const buyer = z.string().min(1).max(128)
/** The buyer as `getAlipayUserId` names them, under any of the names that are in use for it. */
export const alipayAppletInput = z
  .object({ goods_id: id, buger_id: buyer, buyer_id: buyer, buyer_open_id: buyer })
  .partial({ buger_id: true, buyer_id: true, buyer_open_id: true })
  .refine(({ buger_id, buyer_id, buyer_open_id }) => buger_id ?? buyer_id ?? buyer_open_id, '需要 buger_id')
/** `tradeNo` is Alipay's, for its own way of paying. */
export const alipayAppletOutput = z.object({ tradeNo: z.string(), order_no: z.string() })

/** A transaction as StoreKit 2 has signed it (JWS), from our application; or Apple's own notification (version 2). */
const jws = z.string().min(1).max(32_000)
export const applePayInput = z.union(
  [z.object({ product_id: z.string().min(1).max(100), transaction: jws }), z.object({ signedPayload: jws })],
  '需要 product_id 和 transaction',
)
/** The credited purchase; empty for a call by Apple, which needs no answer. */
export const applePayOutput = z.object({ order_no: z.string(), count: z.int() }).partial()

/** Of the caller's newest order of the last two hours: null until it is paid. */
export const confirmOutput = z.object({ order_no: z.string(), count: z.int() }).nullable()

const order = z.object({
  order_no: z.string(),
  count: z.int(),
  price: z.string(),
  channel: z.enum(CHANNEL_KEYS),
  state: z.literal([0, 1, 2, 3]),
  created_at: z.string(),
  paid_at: z.string(),
  /** Of a refunded order: capsules spent before, which the next purchase pays back. */
  owed: z.int(),
})
export type Order = z.infer<typeof order>
/** `waiting` orders and `owed` time capsules of all pages: both are void once the account is closed. */
export const ordersOutput = z.object({ orders: paged(order), waiting: z.int(), owed: z.int() })

/** A claim about a payment that is false or does not match ours, newest first; `order_no` '' where nobody we trust named one. */
export const moneyAlarm = z.object({
  id: z.string(),
  channel: z.enum(CHANNEL_KEYS),
  why: z.string(),
  order_no: z.string(),
  times: z.int(),
  last_at: time,
})
export const moneyAlarmsOutput = z.object({ alarms: z.array(moneyAlarm) })
export const moneyAlarmDoneInput = z.object({ alarm_id: id })

/** Why there is an alarm, as an operator reads it; another reason reads as it stands. */
export const ALARM_NAME: Record<string, string> = {
  signature: '通知的签名不对',
  application: '通知属于别的应用',
  merchant: '通知属于别的商户',
  currency: '币种不对',
  environment: '沙箱的购买',
  late: '通知的时间太早',
  shape: '通知或回答的格式不对',
  account: '不属于这个账号，或没有账号的购买',
  amount: '金额不对',
  'unknown order': '没有这个订单',
  'paid twice': '同一订单付了两次',
  'number elsewhere': '平台的交易号属于另一个订单',
  'account closed': '付款时账号已注销',
  'unknown refund': '退款的订单不存在',
  'refund of another amount': '部分退款，请人工核对',
  'refund of what was not paid': '退款的订单没有付款',
  'refund reversed': 'Apple 撤回了退款',
  'bill: paid there': '平台账单已付款，这里没有',
  'bill: paid here': '这里已付款，平台账单没有',
  'bill: paid twice': '平台账单上同一订单付了两次',
  'bill: amount': '平台账单的金额与订单不同',
  'bill: refunded there': '平台账单已退款，这里没有',
  'bill: refunded here': '这里已退款，平台账单没有',
}
