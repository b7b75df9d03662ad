import { z } from 'zod'
import { formatChina } from '#contract/time.ts'
import { type Bill, FalseNews, type PayPlatform, type Standing } from '#server/platform/outside/payment.ts'
import { PLATFORM_TIMEOUT_MS, PlatformRefused } from '#server/platform/outside/platform.ts'
import type { WxpayConfig } from '#server/platform/outside/settings/wxpay.ts'
import { checkHash, linesOfBill } from './bill.ts'
import { Declined, type Question, wxpayCalls } from './calls.ts'
import { readNews } from './news.ts'
import { orderShape, paymentOf, read, refundAnswer } from './transaction.ts'

type RefundWish = Parameters<PayPlatform['refund']>[0]

const REFUNDS = '/v3/refund/domestic/refunds'
const TITLE_CHARS = 127
const REASON_CHARS = 80
const STANDINGS: Record<string, 'open' | 'closed' | 'paid'> = {
  NOTPAY: 'open',
  USERPAYING: 'open',
  ACCEPT: 'open',
  PAYERROR: 'open',
  CLOSED: 'closed',
  REVOKED: 'closed',
  SUCCESS: 'paid',
  // It was paid before the money went back.
  REFUND: 'paid',
}
const scanAnswer = z.object({ code_url: z.string().startsWith('weixin://') })
const h5Answer = z.object({ h5_url: z.url({ protocol: /^https?$/ }) })
const billAnswer = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string().regex(/^[0-9a-f]{40}$/i),
  download_url: z.url(),
})

/** WeChat Pay (API v3): QR codes on a computer, pages in a telephone's browser. `now` must be the real time: it is signed. */
export function makeWxpay(config: WxpayConfig, now: () => Date, timeoutMs = PLATFORM_TIMEOUT_MS): PayPlatform {
  const { ask, download } = wxpayCalls(config, now, timeoutMs)
  const standing = async (orderNo: string): Promise<Standing> => {
    const query = { mchid: config.merchantId }
    const told = await unless('ORDER_NOT_EXIST', () => ask({ method: 'GET', path: orderPath(orderNo), query }))
    return told === undefined ? { is: 'unknown' } : standingOf(config, orderNo, told)
  }
  return {
    begin: async (bill) =>
      bill.tradeType === 'scan'
        ? read(scanAnswer, await ask(orderOf(config, bill))).code_url
        : comingBack(read(h5Answer, await ask(orderOf(config, bill))).h5_url, bill.returnUrl),
    ask: standing,
    close: async (orderNo) => {
      const body = { mchid: config.merchantId }
      const declined = await refusalOf(ask({ method: 'POST', path: `${orderPath(orderNo)}/close`, body }))
      if (!declined) return 'closed'
      // Why it said no is not signed; how the order stands is.
      const { is } = await standing(orderNo)
      if (is === 'open') throw declined
      return is === 'paid' ? 'paid' : 'closed'
    },
    refund: async (wish) => checkRefund(wish, await ask(refundOf(wish))),
    readNews: (headers, body) => readNews(config, headers, body, now()),
    billOf: async (day) => {
      const query = { bill_date: day, bill_type: 'ALL' }
      const told = await unless('NO_STATEMENT_EXIST', () => ask({ method: 'GET', path: '/v3/bill/tradebill', query }))
      if (told === undefined) return []
      const { download_url, hash_value } = read(billAnswer, told)
      // Asked at our own base address: a signed request goes to nobody else.
      const { pathname, searchParams } = new URL(download_url)
      const file = await download(pathname, Object.fromEntries(searchParams))
      checkHash(file, hash_value)
      return linesOfBill(file, config)
    },
  }
}

const orderPath = (orderNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}`

function orderOf({ appId, merchantId }: WxpayConfig, bill: Bill): Question {
  const isScan = bill.tradeType === 'scan'
  const scene = { payer_client_ip: bill.payerAddress, h5_info: { type: 'Wap' } }
  return {
    method: 'POST',
    path: `/v3/pay/transactions/${isScan ? 'native' : 'h5'}`,
    body: {
      appid: appId,
      mchid: merchantId,
      description: cut(bill.title, TITLE_CHARS),
      out_trade_no: bill.orderNo,
      time_expire: `${formatChina(bill.expiresAt).replace(' ', 'T')}+08:00`,
      notify_url: bill.notifyUrl,
      amount: { total: bill.fen, currency: 'CNY' },
      ...(isScan ? {} : { scene_info: scene }),
    },
  }
}

const refundOf = ({ orderNo, refundNo, fen, totalFen, reason }: RefundWish): Question => ({
  method: 'POST',
  path: REFUNDS,
  body: {
    out_trade_no: orderNo,
    out_refund_no: refundNo,
    reason: cut(reason, REASON_CHARS),
    amount: { refund: fen, total: totalFen, currency: 'CNY' },
  },
})

/** Under way counts as done: its end comes as news. */
function checkRefund({ orderNo, refundNo, fen, totalFen }: RefundWish, told: unknown): void {
  const { status, out_trade_no, out_refund_no, amount } = read(refundAnswer, told)
  if (out_trade_no !== orderNo || out_refund_no !== refundNo) throw new FalseNews('shape', 'another refund')
  if (amount.refund !== fen || amount.total !== totalFen) throw new FalseNews('shape', 'another amount')
  if (amount.currency !== 'CNY') throw new FalseNews('currency', 'not in yuan')
  if (status === 'CLOSED' || status === 'ABNORMAL') throw new PlatformRefused(`${REFUNDS}: ${status}`)
}

/** The page WeChat opens leads back here afterwards, paid or not. */
const comingBack = (h5Url: string, returnUrl: string): string =>
  `${h5Url}&redirect_url=${encodeURIComponent(returnUrl)}`

function standingOf(config: WxpayConfig, orderNo: string, told: unknown): Standing {
  const { mchid, out_trade_no, trade_state } = read(orderShape, told)
  if (out_trade_no !== orderNo) throw new FalseNews('shape', 'another order')
  if (mchid !== config.merchantId) throw new FalseNews('merchant', 'of another merchant')
  const is = STANDINGS[trade_state]
  if (!is) throw new FalseNews('shape', 'trade_state')
  return is === 'paid' ? { is, payment: paymentOf(config, told) } : { is }
}

/** The answer, or undefined when the platform says that there is no such thing. */
async function unless(code: string, asking: () => Promise<unknown>): Promise<unknown> {
  try {
    return await asking()
  } catch (error) {
    if (error instanceof Declined && error.code === code) return undefined
    throw error
  }
}

async function refusalOf(asking: Promise<unknown>): Promise<Declined | undefined> {
  try {
    await asking
    return undefined
  } catch (error) {
    if (error instanceof Declined) return error
    throw error
  }
}

const cut = (text: string, chars: number): string => [...text].slice(0, chars).join('')
