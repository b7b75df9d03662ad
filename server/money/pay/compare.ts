import { ORDER_STATE, type OrderChannel } from '#contract/pay.ts'
import type { Services } from '#server/platform/context.ts'
import type { BillLine, PayPlatform } from '#server/platform/outside/payment.ts'
import { raiseAlarm } from './alarm.ts'
import { creditPayment } from './creditPayment.ts'
import { endWhatIsRight } from './endWhatIsRight.ts'
import { hearApple } from './hearApple.ts'
import { linedOrders, type Ours, ordersOfDay } from './ordersOfBill.ts'
import { platformsOf } from './platforms.ts'
import { bookRefund } from './refund.ts'

/**
 * Holds a platform's bill of this day (yyyy-mm-dd, China) against our orders. Lines that we do not have are
 * followed first, as any news is; remaining differences are kept for the operator, and alarms that have come right are ended.
 */
export async function compareBill(services: Services, channel: OrderChannel, day: string): Promise<void> {
  const platform = platformsOf(services)[channel]!
  const lines = await platform.billOf(day)
  const before = await linedOrders(services, channel, lines)
  const strange = lines.filter((line) => differenceOf(line, before.get(line.orderNo)))
  for (const line of strange) if (before.has(line.orderNo)) await takeIn(services, { channel, platform }, line)
  const ours = await linedOrders(services, channel, strange)
  const found = [
    ...strange.flatMap((line) => differenceOf(line, ours.get(line.orderNo)) ?? []),
    ...(await notOnBill(services, { channel, day, lines })),
  ]
  await tell(services, { channel, day }, found)
  await endWhatIsRight(services, channel, lines)
}

/** Apple has no bill: its notifications of the day are heard once more, which does nothing twice. */
export async function compareNotifications(services: Services, day: string): Promise<void> {
  const store = platformsOf(services).apple!
  for (const signedPayload of await store.historyOf(day)) await hearApple(services, store, signedPayload)
}

async function tell(services: Services, where: { channel: OrderChannel; day: string }, found: readonly Found[]) {
  for (const { why, orderNo } of found) await raiseAlarm(services, { ...where, why: `bill: ${why}`, orderNo })
}

type Found = {
  why: 'paid there' | 'paid here' | 'paid twice' | 'amount' | 'refunded there' | 'refunded here'
  orderNo: string
}
type Side = { channel: OrderChannel; platform: PayPlatform }

/** A payment is asked for, as the bill does not say when it was made. */
async function takeIn(services: Services, { channel, platform }: Side, { is, orderNo, fen }: BillLine): Promise<void> {
  if (is === 'refunded') return void (await bookRefund(services, channel, { orderNo, refundNo: orderNo, fen }))
  const standing = await platform.ask(orderNo)
  if (standing.is === 'paid') await creditPayment(services, channel, standing.payment)
}

function differenceOf({ is, orderNo, transactionId, fen }: BillLine, ours: Ours | undefined): Found | undefined {
  if (is === 'refunded') return ours?.state === ORDER_STATE.refunded ? undefined : { why: 'refunded there', orderNo }
  if (!ours?.transaction_id) return { why: 'paid there', orderNo }
  if (ours.transaction_id !== transactionId) return { why: 'paid twice', orderNo }
  return ours.fen === fen ? undefined : { why: 'amount', orderNo }
}

type Billed = { channel: OrderChannel; day: string; lines: BillLine[] }

async function notOnBill(services: Services, { channel, day, lines }: Billed): Promise<Found[]> {
  const named = (is: BillLine['is']) => new Set(lines.filter((line) => line.is === is).map(({ orderNo }) => orderNo))
  const [paid, refunded] = [named('paid'), named('refunded')]
  const then = await ordersOfDay(services, channel, day)
  return [
    ...then.paid.filter((orderNo) => !paid.has(orderNo)).map((orderNo) => ({ why: 'paid here' as const, orderNo })),
    ...then.refunded
      .filter((orderNo) => !refunded.has(orderNo))
      .map((orderNo) => ({ why: 'refunded here' as const, orderNo })),
  ]
}
