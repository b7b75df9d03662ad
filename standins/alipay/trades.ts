import { randomInt } from 'node:crypto'
import { fromChina, inChina } from './time.ts'

export type Refusal = { sub_code: string }
export type Refund = { refundNo: string; fen: number; at: number }
export type Trade = {
  orderNo: string
  tradeNo: string
  title: string
  fen: number
  expiresAt: number
  notifyUrl: string | undefined
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  paidAt?: number
  refunds: Refund[]
}
/** The business fields of a call. */
export type Biz = Record<string, string | undefined>

const ORDER_NO = /^\w{1,64}$/
const AMOUNT = /^(?!0+(?:\.0+)?$)\d{1,9}(?:\.\d{1,2})?$/
const SPECIAL = /[/=&]/
const MOST_SUBJECT_CHARS = 256
/** How long an order can be paid when the call does not say. */
const PAYABLE_MS = 15 * 24 * 3_600_000

const refusal = (sub_code: string): Refusal => ({ sub_code })
const fenOf = (yuan: string): number => Math.round(Number(yuan) * 100)
export const yuanOf = (fen: number): string => (fen / 100).toFixed(2)
export const refundedFen = ({ refunds }: Trade): number => refunds.reduce((sum, { fen }) => sum + fen, 0)

/** The trades of one merchant. A trade is there once its page was opened, or a mini-program made it. */
export function makeTrades(now: () => number) {
  const trades = new Map<string, Trade>()

  const find = (orderNo: string | undefined): Trade | undefined => {
    const trade = trades.get(orderNo ?? '')
    if (trade?.status === 'WAIT_BUYER_PAY' && trade.expiresAt <= now()) trade.status = 'TRADE_CLOSED'
    return trade
  }

  const open = (biz: Biz, notifyUrl: string | undefined): Trade | Refusal => {
    const why = whyNotTrade(biz)
    if (why) return refusal(why)
    const known = find(biz.out_trade_no)
    const fen = fenOf(biz.total_amount!)
    if (known) return known.fen === fen && known.title === biz.subject ? known : refusal('ACQ.CONTEXT_INCONSISTENT')
    const expiresAt = biz.time_expire === undefined ? now() + PAYABLE_MS : fromChina(biz.time_expire)
    if (expiresAt <= now()) return refusal('ACQ.TRADE_HAS_CLOSE')
    const orderNo = biz.out_trade_no!
    const made: Trade = {
      orderNo,
      tradeNo: `${inChina(now()).replace(/\D/g, '')}22001${String(randomInt(1e9)).padStart(9, '0')}`,
      title: biz.subject!,
      fen,
      expiresAt,
      notifyUrl,
      status: 'WAIT_BUYER_PAY',
      refunds: [],
    }
    trades.set(orderNo, made)
    return made
  }

  const pay = (trade: Trade): void => {
    if (trade.status !== 'WAIT_BUYER_PAY') return
    Object.assign(trade, { status: 'TRADE_SUCCESS', paidAt: now() } satisfies Partial<Trade>)
  }

  const close = (biz: Biz): Trade | Refusal => {
    const trade = find(biz.out_trade_no)
    if (!trade) return refusal('ACQ.TRADE_NOT_EXIST')
    if (trade.status !== 'WAIT_BUYER_PAY') return refusal('ACQ.TRADE_STATUS_ERROR')
    trade.status = 'TRADE_CLOSED'
    return trade
  }

  /** A refund number used again moves no money. */
  const refund = (biz: Biz): { trade: Trade; moved: Refund | undefined } | Refusal => {
    const trade = find(biz.out_trade_no)
    if (!trade) return refusal('ACQ.TRADE_NOT_EXIST')
    if (!AMOUNT.test(biz.refund_amount ?? '')) return refusal('ACQ.INVALID_PARAMETER')
    const fen = fenOf(biz.refund_amount!)
    const refundNo = biz.out_request_no ?? trade.orderNo
    const known = trade.refunds.find((one) => one.refundNo === refundNo)
    if (known) return known.fen === fen ? { trade, moved: undefined } : refusal('ACQ.DISCORDANT_REPEAT_REQUEST')
    if (trade.status !== 'TRADE_SUCCESS') return refusal('ACQ.TRADE_STATUS_ERROR')
    if (refundedFen(trade) + fen > trade.fen) return refusal('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
    const moved = { refundNo, fen, at: now() }
    trade.refunds.push(moved)
    if (refundedFen(trade) === trade.fen) trade.status = 'TRADE_CLOSED'
    return { trade, moved }
  }

  return { find, open, pay, close, refund, all: () => [...trades.values()] }
}

function whyNotTrade({ out_trade_no = '', subject = '', total_amount = '', time_expire }: Biz): string | undefined {
  if (!ORDER_NO.test(out_trade_no)) return 'ACQ.INVALID_PARAMETER'
  if (!subject || [...subject].length > MOST_SUBJECT_CHARS || SPECIAL.test(subject)) return 'ACQ.INVALID_PARAMETER'
  if (!AMOUNT.test(total_amount)) return 'ACQ.INVALID_PARAMETER'
  if (time_expire !== undefined && Number.isNaN(fromChina(time_expire))) return 'ACQ.INVALID_PARAMETER'
  return undefined
}
