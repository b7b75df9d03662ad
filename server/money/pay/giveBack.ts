import type { Channel } from '#contract/pay.ts'
import type { Services } from '#server/platform/context.ts'
import { uncounted, type Waiter } from '#server/platform/outside/gates.ts'
import type { PayPlatform } from '#server/platform/outside/payment.ts'
import { bookRefund } from './refund.ts'

/** `part`: what goes back of it, where that is not all. */
type Paid = { order_no: string; channel: Channel; fen: number; part?: number }

/**
 * Has the platform refund the order, then books the refund. Both can be repeated: the refund has the order's own number.
 */
export async function giveBack(
  services: Services & Waiter,
  platform: PayPlatform,
  { order_no, channel, fen, part = fen }: Paid,
  reason: string,
): Promise<boolean> {
  const refund = { orderNo: order_no, refundNo: `R${order_no}`, fen: part }
  await uncounted(services, () => platform.refund({ ...refund, totalFen: fen, reason }))
  return bookRefund(services, channel, refund)
}
