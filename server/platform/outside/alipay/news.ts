import { parseChina } from '#contract/time.ts'
import { fenOf } from '#server/platform/outside/money.ts'
import { type Falsehood, FalseNews, type News, type Payment, type Refund } from '#server/platform/outside/payment.ts'
import type { AlipayConfig } from '#server/platform/outside/settings/alipay.ts'
import { type Fields, fieldsOfNews, isNewsSigned } from './sign.ts'

/** The platform tries for 25 hours; a little later is no news any more, but somebody's copy. */
const LATEST_MS = 26 * 3_600_000
/** Any of these may name what the amounts are in; none does in a trade within China. */
const CURRENCIES = ['trade_currency', 'trans_currency', 'settle_currency']
const PAID = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED'])
const REFUNDED = new Set(['TRADE_SUCCESS', 'TRADE_CLOSED'])

type Judge = { config: AlipayConfig; now: () => Date }

/** Throws FalseNews. */
export function readAlipayNews(body: Buffer, judge: Judge): News {
  const fields = fieldsOfNews(body)
  const why = whyFalse(fields, judge)
  if (why) throw new FalseNews(why, `of ${fields.notify_id ?? 'no number'}`)
  const status = fields.trade_status ?? ''
  // Paid first and paid back later end in the same status: only the refund's own fields tell.
  const isRefund = Boolean(fields.gmt_refund || fields.refund_fee)
  if (isRefund && REFUNDED.has(status)) return { is: 'refunded', refund: refundOf(fields) }
  if (PAID.has(status)) return { is: 'paid', payment: paymentOf(fields) }
  return { is: 'other' }
}

function whyFalse(fields: Fields, { config, now }: Judge): Falsehood | undefined {
  if (!isNewsSigned(fields, config.publicKey)) return 'signature'
  if (fields.app_id !== config.appId) return 'application'
  if (fields.seller_id !== config.sellerId) return 'merchant'
  if (whyNotCny(fields)) return 'currency'
  const sent = parseChina(fields.notify_time ?? '')
  if (!sent) return 'shape'
  return Number(now()) - Number(sent) > LATEST_MS ? 'late' : undefined
}

/** The first currency named that is not ours. */
export const whyNotCny = (fields: Record<string, unknown>): unknown =>
  CURRENCIES.map((name) => fields[name]).find((currency) => currency && currency !== 'CNY')

function paymentOf(fields: Fields): Payment {
  const paidAt = parseChina(fields.gmt_payment || fields.notify_time || '')
  return whole({
    orderNo: fields.out_trade_no,
    transactionId: fields.trade_no,
    fen: fenOf(fields.total_amount),
    paidAt,
  })
}

function refundOf(fields: Fields): Refund {
  // One that somebody ordered in the merchant's console has no number of ours.
  const refundNo = fields.out_biz_no || fields.trade_no
  return whole({ orderNo: fields.out_trade_no, refundNo, fen: fenOf(fields.refund_fee) })
}

type Partly<T> = { [Name in keyof T]: T[Name] | undefined }

function whole<T extends object>(fields: Partly<T>): T {
  const missing = Object.entries(fields).find(([, value]) => !value)
  if (missing) throw new FalseNews('shape', missing[0])
  return fields as T
}
