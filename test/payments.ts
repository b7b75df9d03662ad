import type { OrderCall, OrderChannel } from '#contract/pay.ts'
import type { Standins } from '#standins/platforms.ts'

export type News = 'prompt' | 'late' | 'twice' | 'lost' | 'false'
/** Untrue claims of a notification. */
export type Lie = {
  fen?: number
  appId?: string
  merchantId?: string
  currency?: string
  transactionId?: string
  isTrue?: boolean
}
type Message = { headers: Record<string, string>; body: string }
export type Channel = OrderChannel
type Order = { order_no: string; url: string }

/** The same functions for both platforms: paying, and the notifications alone. */
export type Hand = {
  call: OrderCall
  pay: (order: Order, news?: News) => Promise<void>
  message: (order: Order, lie?: Lie) => Message
  refunded: (order: Order, fen: number) => void
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const yuan = (fen: number): string => (fen / 100).toFixed(2)

export const handsOf = ({ wxpay, alipay }: Standins): Record<Channel, Hand> => ({
  wechat: {
    call: 'wxPay',
    pay: async ({ order_no }, news) => wxpay.pay(order_no, news),
    message: ({ order_no }, lie) => wxpay.paidMessage(order_no, lie),
    refunded: ({ order_no }, fen) => wxpay.refunded({ orderNo: order_no, refundNo: `R${order_no}`, fen }),
  },
  alipay: {
    call: 'aliPay',
    pay: async ({ order_no, url }, news) => {
      // A trade is there once somebody has opened its page.
      await fetch(url)
      alipay.pay(order_no, news)
    },
    message: ({ order_no }, { fen, appId, merchantId, currency, transactionId, isTrue } = {}) => {
      const over = {
        ...(fen === undefined ? {} : { total_amount: yuan(fen) }),
        ...(appId === undefined ? {} : { app_id: appId }),
        ...(merchantId === undefined ? {} : { seller_id: merchantId }),
        ...(currency === undefined ? {} : { trans_currency: currency }),
        ...(transactionId === undefined ? {} : { trade_no: transactionId }),
      }
      return { headers: FORM, body: alipay.notice(order_no, { over, ...(isTrue === undefined ? {} : { isTrue }) }) }
    },
    refunded: ({ order_no }, fen) => void alipay.refund(order_no, { fen, refundNo: `R${order_no}` }),
  },
})
