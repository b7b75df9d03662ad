import { ORDER_OPEN_MS } from '#contract/limits.ts'
import { device } from '#web/storage.ts'
import { deviceNow } from '#web/ui/clock.ts'
import type { PayChannel } from './modes.ts'

/** An order that is being paid, as this browser remembers it. */
export type KeptOrder = {
  user_id: string
  order_no: string
  channel: PayChannel
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

/** In every tab's storage: a platform leads back to a tab of its own. What cannot be kept is watched in this one alone. */
export const keepOrder = (order: KeptOrder) => device.setItem(KEY, JSON.stringify(order))

/** This person's order, for as long as it can be paid. */
export function keptOrder(userId: string, now = deviceNow()): KeptOrder | undefined {
  const order = device.read<KeptOrder>(KEY)
  return order?.user_id === userId && now - order.begunAt < ORDER_OPEN_MS ? order : undefined
}

/** Unless another one was begun since. */
export function forgetOrder(orderNo: string): void {
  if (device.read<KeptOrder>(KEY)?.order_no === orderNo) device.removeItem(KEY)
}
