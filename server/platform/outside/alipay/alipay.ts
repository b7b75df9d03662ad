import { z } from 'zod'
import { formatChina, parseChina } from '#contract/time.ts'
import { fenOf, yuanOf } from '#server/platform/outside/money.ts'
import { type Bill, FalseNews, type PayPlatform, type Standing } from '#server/platform/outside/payment.ts'
import { PLATFORM_TIMEOUT_MS, PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import type { AlipayConfig } from '#server/platform/outside/settings/alipay.ts'
import { fetchBill } from './bill.ts'
import { type Gateway, makeGateway } from './gateway.ts'
import { readAlipayNews, whyNotCny } from './news.ts'

/** Where one pays by what: on a computer's page, in a telephone's browser. */
const PAGE = {
  scan: { method: 'alipay.trade.page.pay', product: 'FAST_INSTANT_TRADE_PAY' },
  h5: { method: 'alipay.trade.wap.pay', product: 'QUICK_WAP_WAY' },
} as const
const NOT_THERE = 'ACQ.TRADE_NOT_EXIST'
/** It is not waiting to be paid: it was, or is closed already. */
const NOT_WAITING = new Set(['ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID'])
const NO_BILL = 'isp.bill_not_exist'
const STATE: Record<string, 'open' | 'closed' | 'paid'> = {
  WAIT_BUYER_PAY: 'open',
  TRADE_CLOSED: 'closed',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
}
const MOST_SUBJECT_CHARS = 256
/** Ids of persons from before there were ids for each application. */
const USER_ID = /^2088\d{12}$/

const text = z.string().min(1)
const amount = z.union([z.string(), z.number()]).transform((yuan, context) => {
  const fen = fenOf(yuan)
  if (fen === undefined) context.addIssue('no amount')
  return fen ?? 0
})
const queried = z.looseObject({
  out_trade_no: text,
  trade_no: text,
  trade_status: text,
  total_amount: amount,
  send_pay_date: z.string().optional(),
})
const refunded = z.object({ out_trade_no: text, fund_change: z.enum(['Y', 'N']), refund_fee: amount })
const refundQueried = z.object({ refund_status: z.string().optional(), refund_amount: amount.optional() })
const created = z.object({ out_trade_no: text, trade_no: text })
const token = z.object({ user_id: z.string().optional(), open_id: z.string().optional() })

export type Alipay = PayPlatform & {
  /** The person who opened our mini-program, by the code it was given. */
  userIdOf: (code: string) => Promise<string>
  /** A trade for that person to pay inside the mini-program; its number at Alipay. */
  createTrade: (bill: Bill, buyerId: string) => Promise<string>
}

/** `now` is the true time: the platform turns away what is more than a few minutes off. */
export function makeAlipay(config: AlipayConfig, now: () => Date, timeoutMs = PLATFORM_TIMEOUT_MS): Alipay {
  const gateway = makeGateway(config, now, timeoutMs)
  const ask = (orderNo: string) => standingOf(gateway, { orderNo, now })
  return {
    begin: async (bill) => pageUrlOf(gateway, bill),
    ask,
    close: (orderNo) => close(gateway, orderNo, ask),
    refund: (refund) => refundAt(gateway, refund),
    readNews: (_headers, body) => readAlipayNews(body, { config, now }),
    billOf: (day) => billOf(gateway, { day, timeoutMs }),
    userIdOf: (code) => userIdOf(gateway, code),
    createTrade: (bill, buyerId) => createTrade(gateway, bill, { buyerId, appId: config.appId }),
  }
}

function pageUrlOf(gateway: Gateway, bill: Bill): string {
  const { method, product } = PAGE[bill.tradeType]
  const quit: Record<string, string> = bill.tradeType === 'h5' ? { quit_url: bill.returnUrl } : {}
  const biz = { ...tradeOf(bill), product_code: product, ...quit }
  return gateway.pageUrl(method, { biz, notifyUrl: bill.notifyUrl, returnUrl: bill.returnUrl })
}

const tradeOf = ({ orderNo, title, fen, expiresAt }: Bill) => ({
  out_trade_no: orderNo,
  // These three are refused.
  subject: [...title.replace(/[/=&]/g, ' ')].slice(0, MOST_SUBJECT_CHARS).join(''),
  total_amount: yuanOf(fen),
  time_expire: formatChina(expiresAt),
})

async function standingOf(gateway: Gateway, { orderNo, now }: { orderNo: string; now: () => Date }): Promise<Standing> {
  const method = 'alipay.trade.query'
  const answered = await gateway.tryAsk(method, { biz: { out_trade_no: orderNo }, shape: queried })
  // A trade begins to be there when its page is opened.
  if (!answered.ok && answered.code === NOT_THERE) return { is: 'unknown' }
  if (!answered.ok) throw new PlatformRefused(`${method}: ${answered.code}`)
  const { answer } = answered
  meetsOrder(answer.out_trade_no, orderNo)
  if (whyNotCny(answer)) throw new FalseNews('currency', method)
  const is = STATE[answer.trade_status]
  if (!is) throw new PlatformAway(`${method}: an unknown status`)
  const paidAt = parseChina(answer.send_pay_date ?? '')
  // A trade that was paid and fully refunded is closed as well.
  if (is === 'open' || (is === 'closed' && !paidAt)) return { is }
  const { trade_no: transactionId, total_amount: fen } = answer
  return { is: 'paid', payment: { orderNo, transactionId, fen, paidAt: paidAt ?? now() } }
}

/** A signed answer to another question is no answer to this one. */
function meetsOrder(answered: string, asked: string): void {
  if (answered !== asked) throw new FalseNews('shape', 'an answer about another order')
}

/** One that nobody has begun to pay cannot be closed there; its address stays good until `expiresAt`, not longer. */
async function close(gateway: Gateway, orderNo: string, ask: PayPlatform['ask']): Promise<'closed' | 'paid'> {
  const method = 'alipay.trade.close'
  const answered = await gateway.tryAsk(method, { biz: { out_trade_no: orderNo }, shape: z.object({}) })
  if (answered.ok || answered.code === NOT_THERE) return 'closed'
  if (!NOT_WAITING.has(answered.code)) throw new PlatformRefused(`${method}: ${answered.code}`)
  const { is } = await ask(orderNo)
  if (is === 'open') throw new PlatformAway(`${method}: neither closed nor paid`)
  return is === 'paid' ? 'paid' : 'closed'
}

type RefundWish = Parameters<PayPlatform['refund']>[0]

async function refundAt(gateway: Gateway, { orderNo, refundNo, fen, totalFen, reason }: RefundWish): Promise<void> {
  const method = 'alipay.trade.refund'
  const biz = {
    out_trade_no: orderNo,
    refund_amount: yuanOf(fen),
    out_request_no: refundNo,
    refund_reason: [...reason].slice(0, MOST_SUBJECT_CHARS).join(''),
  }
  const { out_trade_no, fund_change, refund_fee } = await gateway.ask(method, { biz, shape: refunded })
  meetsOrder(out_trade_no, orderNo)
  // All that has gone back of this trade, earlier refunds included.
  if (refund_fee < fen || refund_fee > totalFen) throw new FalseNews('shape', `${method}: another amount`)
  // No money moved now: it did before, or has not yet.
  if (fund_change === 'N') await insistOnRefund(gateway, { orderNo, refundNo, fen })
}

type RefundRequest = { orderNo: string; refundNo: string; fen: number }

async function insistOnRefund(gateway: Gateway, { orderNo, refundNo, fen }: RefundRequest): Promise<void> {
  const method = 'alipay.trade.fastpay.refund.query'
  const biz = { out_trade_no: orderNo, out_request_no: refundNo }
  const { refund_status, refund_amount } = await gateway.ask(method, { biz, shape: refundQueried })
  if (refund_status !== 'REFUND_SUCCESS') throw new PlatformAway(`${method}: not yet`)
  if (refund_amount !== fen) throw new FalseNews('shape', `${method}: another amount`)
}

/** A day on which nothing was paid has no bill. */
async function billOf(gateway: Gateway, { day, timeoutMs }: { day: string; timeoutMs: number }) {
  const method = 'alipay.data.dataservice.bill.downloadurl.query'
  const shape = z.object({ bill_download_url: text })
  const answered = await gateway.tryAsk(method, { biz: { bill_type: 'trade', bill_date: day }, shape })
  if (answered.ok) return fetchBill(answered.answer.bill_download_url, timeoutMs)
  if (answered.code === NO_BILL) return []
  throw new PlatformRefused(`${method}: ${answered.code}`)
}

async function userIdOf(gateway: Gateway, code: string): Promise<string> {
  const method = 'alipay.system.oauth.token'
  const params = { grant_type: 'authorization_code', code }
  const { user_id, open_id } = await gateway.ask(method, { params, shape: token })
  const id = user_id || open_id
  if (!id) throw new PlatformAway(`${method}: nobody`)
  return id
}

type Buyer = { buyerId: string; appId: string }

async function createTrade(gateway: Gateway, bill: Bill, { buyerId, appId }: Buyer): Promise<string> {
  const buyer: Record<string, string> = USER_ID.test(buyerId)
    ? { buyer_id: buyerId }
    : { buyer_open_id: buyerId, op_app_id: appId, product_code: 'JSAPI_PAY' }
  const question = { biz: { ...tradeOf(bill), ...buyer }, notifyUrl: bill.notifyUrl, shape: created }
  const { out_trade_no, trade_no } = await gateway.ask('alipay.trade.create', question)
  meetsOrder(out_trade_no, bill.orderNo)
  return trade_no
}
