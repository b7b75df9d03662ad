import { digits, isPaid, isSame, type Order, type Refund } from './orders.ts'

export type Ledger = ReturnType<typeof makeLedger>
type Back = { refundNo: string; fen: number }

/** Orders, payments and refunds, as long as we run. `now` in milliseconds. */
export function makeLedger(now: () => number) {
  const orders = new Map<string, Order>()
  const refunds = new Map<string, Refund>()

  const orderAt = (orderNo: string): Order => {
    const order = orders.get(orderNo)
    if (!order) throw new Error(`nobody has begun to pay ${orderNo}`)
    return order
  }
  /** An equal order sent again gives the existing one; the code says why an order cannot be made. */
  const begin = (order: Order): Order | 'OUT_TRADE_NO_USED' | 'ORDERPAID' | 'ORDER_CLOSED' => {
    const known = orders.get(order.orderNo) ?? order
    if (!isSame(known, order)) return 'OUT_TRADE_NO_USED'
    if (isPaid(known)) return 'ORDERPAID'
    if (known.state === 'CLOSED') return 'ORDER_CLOSED'
    orders.set(order.orderNo, known)
    return known
  }
  const whyNotGiveBack = ({ orderNo, fen: paid }: Order, { refundNo, fen }: Back): string | undefined => {
    const known = refunds.get(refundNo)
    if (known) return known.orderNo === orderNo && known.fen === fen ? undefined : '退款单号重复'
    if (!Number.isInteger(fen) || fen <= 0) return '退款金额不正确'
    const before = [...refunds.values()].filter((one) => one.orderNo === orderNo)
    return before.reduce((sum, one) => sum + one.fen, fen) > paid ? '退款金额超过可退金额' : undefined
  }
  const giveBack = (order: Order, { refundNo, fen }: Back): Refund => {
    const made = { refundNo, orderNo: order.orderNo, fen, id: `503${digits(25)}`, at: now() }
    const refund = refunds.get(refundNo) ?? made
    refunds.set(refundNo, refund)
    order.state = 'REFUND'
    return refund
  }
  return {
    orders: () => [...orders.values()],
    refunds: () => [...refunds.values()],
    find: (orderNo: string): Order | undefined => orders.get(orderNo),
    orderAt,
    begin,
    whyNotGiveBack,
    giveBack,
  }
}
