import { ORDER_OPEN_MS } from '#contract/limits.ts'
import type { OrderChannel } from '#contract/pay.ts'
import { device } from '#web/client/storage/storage.ts'
import { deviceNow } from '#web/ui/clock.ts'

/** An order that is being paid, as this browser remembers it. */
export type PendingOrder = {
  user_id: string
  order_no: string
  channel: OrderChannel
  count: number
  price: string
  /** Where it is paid; '' for a `tradeNo`, which Alipay's mini-program opens itself. */
  url: string
  tradeNo?: string
  cashier?: string
  /** By the device's clock, in milliseconds. */
  begunAt: number
}

const KEY = 'payment'

/** In every tab's storage: a platform leads back to a tab of its own. An unkept order is watched in this tab alone. */
export const savePendingOrder = (order: PendingOrder) => device.setItem(KEY, JSON.stringify(order))

/** This person's order, for as long as it can be paid. */
export function pendingOrder(userId: string, now = deviceNow()): PendingOrder | undefined {
  const order = device.read<PendingOrder>(KEY)
  return order?.user_id === userId && now - order.begunAt < ORDER_OPEN_MS ? order : undefined
}

/** Forgets this order, unless another one was begun since. */
export function dropPendingOrder(orderNo: string): void {
  if (device.read<PendingOrder>(KEY)?.order_no === orderNo) device.removeItem(KEY)
}
