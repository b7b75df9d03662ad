import { randomBytes } from 'node:crypto'

export type Order = {
  orderNo: string
  tradeType: 'NATIVE' | 'MWEB'
  title: string
  fen: number
  notifyUrl: string
  /** Milliseconds. */
  expiresAt: number
  /** The token with which a code or a link leads to the cashier. */
  pr: string
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'
  transactionId: string
  paidAt: number
}
export type Refund = { refundNo: string; orderNo: string; fen: number; id: string; at: number }
export type Merchant = { id: string; appId: string }
export type Told = Record<string, unknown>

const ORDER_NO = /^[0-9A-Za-z_\-|*]{6,32}$/
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[+-]\d\d:\d\d|Z)$/
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\//
const H5_TYPES = ['Wap', 'iOS', 'Android']
const MOST_TITLE_CHARS = 127

/** The platform's complaint about a new order, or undefined. */
export function whyNotOrder(told: Told, { id, appId }: Merchant, tradeType: Order['tradeType'], now: number) {
  const { total, currency } = within(told, 'amount')
  const expiry = String(told.time_expire)
  const faults: [boolean, string][] = [
    [told.appid === appId, 'appid 与商户号不匹配'],
    [told.mchid === id, '商户号与签名不一致'],
    [isText(told.description, MOST_TITLE_CHARS), 'description 长度不正确'],
    [ORDER_NO.test(String(told.out_trade_no)), 'out_trade_no 格式不正确'],
    [RFC3339.test(expiry) && Date.parse(expiry) > now, 'time_expire 不正确'],
    [isNotifyUrl(String(told.notify_url)), 'notify_url 必须是不带参数的 https 地址'],
    [Number.isInteger(total) && Number(total) > 0, 'amount.total 必须是大于 0 的整数'],
    [currency === 'CNY', 'amount.currency 不正确'],
    [tradeType === 'NATIVE' || isScene(within(told, 'scene_info')), 'scene_info 不完整'],
  ]
  return faults.find(([isRight]) => !isRight)?.[1]
}

export const orderOf = (told: Told, tradeType: Order['tradeType']): Order => ({
  orderNo: String(told.out_trade_no),
  tradeType,
  title: String(told.description),
  fen: Number(within(told, 'amount').total),
  notifyUrl: String(told.notify_url),
  expiresAt: Date.parse(String(told.time_expire)),
  pr: randomBytes(9).toString('base64url'),
  state: 'NOTPAY',
  transactionId: `4200${digits(24)}`,
  paidAt: 0,
})

/** An order may be begun again, but only as it was. */
export const isSame = (a: Order, b: Order): boolean =>
  a.tradeType === b.tradeType && a.title === b.title && a.fen === b.fen && a.notifyUrl === b.notifyUrl

export const isPaid = ({ state }: Order): boolean => state === 'SUCCESS' || state === 'REFUND'

/** An order's state, as answers and payment notifications give it. */
export function transactionOf(order: Order, { id, appId }: Merchant): Told {
  const about = { appid: appId, mchid: id, out_trade_no: order.orderNo, trade_state: order.state }
  if (!isPaid(order)) return { ...about, amount: { total: order.fen, payer_currency: 'CNY' }, payer: {} }
  return {
    ...about,
    transaction_id: order.transactionId,
    trade_type: order.tradeType,
    bank_type: 'OTHERS',
    success_time: chinaTime(order.paidAt),
    payer: { openid: 'sandbox-payer' },
    amount: { total: order.fen, payer_total: order.fen, currency: 'CNY', payer_currency: 'CNY' },
  }
}

export const refundTold = (refund: Refund, order: Order): Told => ({
  refund_id: refund.id,
  out_refund_no: refund.refundNo,
  transaction_id: order.transactionId,
  out_trade_no: order.orderNo,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  amount: { total: order.fen, refund: refund.fen, payer_total: order.fen, payer_refund: refund.fen, currency: 'CNY' },
})

/** `2026-11-22T08:00:00+08:00`. */
export const chinaTime = (ms: number): string => `${new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

export const digits = (count: number): string => Array.from(randomBytes(count), (byte) => String(byte % 10)).join('')

export const within = (told: Told, name: string): Told => Object(told[name])

const isText = (value: unknown, mostChars: number): boolean =>
  typeof value === 'string' && value.length > 0 && [...value].length <= mostChars

const isScene = (scene: Told): boolean =>
  isText(scene.payer_client_ip, 45) && H5_TYPES.includes(String(within(scene, 'h5_info').type))

/** http leads to this machine alone: there is no other that could reach us without a certificate. */
const isNotifyUrl = (url: string): boolean =>
  URL.canParse(url) && (url.startsWith('https://') || LOOPBACK.test(url)) && !/[?#]/.test(url) && url.length < 256
