import { z } from 'zod'
import { id, paged } from './fields.ts'

export const CHANNELS = ['wechat', 'alipay', 'apple'] as const
export type Channel = (typeof CHANNELS)[number]
export const CHANNEL_NAME: Record<Channel, string> = { wechat: '微信', alipay: '支付宝', apple: 'App Store' }

export const PAID = '支付成功'
export const UNPAID = '支付未成功'
export const ORDERS_EMPTY = '暂时没有订单哦~'
export const PLATFORM_SILENT = '支付平台没有回应，请稍后再试'
export const CHANNEL_OFF = '暂时不能用这种方式支付'

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
export const goodsOutput = z.object({ list: z.array(goods), channels: z.array(z.enum(CHANNELS)) })

export const payInput = z.object({ goods_id: id, trade_type: z.enum(['h5', 'scan']) })
/** `url`: `weixin:` is drawn as a code, `https:` is opened. `cashier`: in development, where it can be paid by hand. */
export const payOutput = z.object({ url: z.string(), order_no: z.string(), cashier: z.string().optional() })
/** Of the caller's newest order of the last two hours: null until it is paid. */
export const confirmOutput = z.object({ order_no: z.string(), count: z.int() }).nullable()

const order = z.object({
  order_no: z.string(),
  count: z.int(),
  price: z.string(),
  channel: z.enum(CHANNELS),
  state: z.literal([0, 1, 2, 3]),
  created_at: z.string(),
  paid_at: z.string(),
})
export type Order = z.infer<typeof order>
export const ordersOutput = z.object({ orders: paged(order) })
