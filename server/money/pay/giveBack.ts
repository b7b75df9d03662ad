import type { Channel } from '#contract/pay.ts'
import type { Services } from '#server/platform/context.ts'
import { uncounted, type Waiter } from '#server/platform/outside/gates.ts'
import type { PayPlatform } from '#server/platform/outside/payment.ts'
import { bookRefund } from './refund.ts'

type Paid = { order_no: string; channel: Channel; fen: number }

/**
 * Has the platform refund the whole order, then books the refund. Both can be repeated: the refund has the order's own number.
 */
export async function giveBack(
  services: Services & Waiter,
  platform: PayPlatform,
  { order_no, channel, fen }: Paid,
  reason: string,
): Promise<boolean> {
  const refund = { orderNo: order_no, refundNo: `R${order_no}`, fen }
  await uncounted(services, () => platform.refund({ ...refund, totalFen: fen, reason }))
  return bookRefund(services, channel, refund)
}
