import { randomBytes } from 'node:crypto'
import type { Signing, WxpayKeys } from './keys.ts'
import type { Ledger } from './ledger.ts'
import { chinaTime, refundTold, type Told, transactionOf, within } from './orders.ts'

/** The parts of a notification and its signature that are to differ from the truth. */
export type Wish = Signing & {
  fen?: number
  merchantId?: string
  appId?: string
  currency?: string
  tradeState?: string
  transactionId?: string
  /** Changes what is sealed before it is signed. */
  alter?: (sealed: Buffer) => Buffer
}
export type Message = { headers: Record<string, string>; body: string }

const EVENTS = {
  'TRANSACTION.SUCCESS': { original_type: 'transaction', summary: '支付成功' },
  'REFUND.SUCCESS': { original_type: 'refund', summary: '退款成功' },
}

/** The notifications, written but not sent. */
export function makeMessages({ merchant, seal, sign }: WxpayKeys, ledger: Ledger, now: () => number) {
  const write = (event_type: keyof typeof EVENTS, told: Told, wish: Wish): Message => {
    const { original_type, summary } = EVENTS[event_type]
    const body = JSON.stringify({
      id: `EV-${randomBytes(12).toString('hex')}`,
      create_time: chinaTime(now()),
      event_type,
      resource_type: 'encrypt-resource',
      summary,
      resource: { original_type, ...seal(falsified(told, wish), wish.alter) },
    })
    return { headers: { 'content-type': 'application/json', ...sign(body, wish) }, body }
  }
  return {
    /** The headers for any other body. */
    signed: sign,
    paidMessage: (orderNo: string, wish: Wish = {}): Message => {
      const told = { ...transactionOf(ledger.orderAt(orderNo), merchant), trade_state: 'SUCCESS' }
      return write('TRANSACTION.SUCCESS', told, wish)
    },
    refundMessage: (refundNo: string, wish: Wish = {}): Message => {
      const refund = ledger.refunds().find((one) => one.refundNo === refundNo)
      if (!refund) throw new Error(`no refund ${refundNo}`)
      const { currency: _, ...amount } = within(refundTold(refund, ledger.orderAt(refund.orderNo)), 'amount')
      const about = { ...refundTold(refund, ledger.orderAt(refund.orderNo)), amount }
      const told = { mchid: merchant.id, ...about, refund_status: 'SUCCESS', success_time: chinaTime(refund.at) }
      return write('REFUND.SUCCESS', told, wish)
    },
  }
}

function falsified(told: Told, { fen, merchantId, appId, currency, tradeState, transactionId }: Wish): Told {
  const amount = { ...within(told, 'amount'), ...given({ total: fen, currency }) }
  return {
    ...told,
    ...given({ mchid: merchantId, appid: appId, trade_state: tradeState, transaction_id: transactionId }),
    amount,
  }
}

const given = (values: Told): Told =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
