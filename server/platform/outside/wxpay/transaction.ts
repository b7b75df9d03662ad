import { z } from 'zod'
import { FalseNews, type Payment } from '#server/platform/outside/payment.ts'
import type { WxpayConfig } from '#server/platform/outside/settings/wxpay.ts'

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const fen = z.int().positive()
/** Yuan when left out: a merchant in mainland China takes nothing else. */
const currency = z.string().default('CNY')

/** An order as the platform tells it, whatever became of it. */
export const orderShape = z.object({ mchid: z.string(), out_trade_no: z.string().min(1), trade_state: z.string() })
/** An order that was paid. */
const paidShape = orderShape.extend({
  appid: z.string(),
  transaction_id: z.string().min(1).max(32),
  success_time: moment,
  amount: z.object({ total: fen, currency }),
})
/** Money that went back, in a notification. It names no application and no currency: both are the payment's. */
const refundShape = z.object({
  mchid: z.string(),
  out_trade_no: z.string().min(1),
  out_refund_no: z.string().min(1),
  refund_status: z.literal('SUCCESS'),
  amount: z.object({ refund: fen }),
})
/** A refund as the answer to our request for it. */
export const refundAnswer = z.object({
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  status: z.enum(['SUCCESS', 'PROCESSING', 'CLOSED', 'ABNORMAL']),
  amount: z.object({ refund: fen, total: fen, currency }),
})

/** The payment that a verified text tells of; throws FalseNews when it is not one to us. */
export function paymentOf({ merchantId, appId }: WxpayConfig, told: unknown): Payment {
  const { mchid, appid, out_trade_no, transaction_id, amount, success_time } = read(paidShape, told)
  if (mchid !== merchantId) throw new FalseNews('merchant', 'to another merchant')
  if (appid !== appId) throw new FalseNews('application', 'by another application')
  if (amount.currency !== 'CNY') throw new FalseNews('currency', 'not in yuan')
  return { orderNo: out_trade_no, transactionId: transaction_id, fen: amount.total, paidAt: success_time }
}

export function refundOf({ merchantId }: WxpayConfig, told: unknown) {
  const { mchid, out_trade_no, out_refund_no, amount } = read(refundShape, told)
  if (mchid !== merchantId) throw new FalseNews('merchant', 'by another merchant')
  return { orderNo: out_trade_no, refundNo: out_refund_no, fen: amount.refund }
}

/** The shape, or FalseNews: names of fields alone, since values are people's. */
export function read<T>(shape: z.ZodType<T>, told: unknown): T {
  const { success, data, error } = shape.safeParse(told)
  if (success) return data
  throw new FalseNews('shape', error.issues.map(({ path }) => path.join('.')).join(' '))
}
