import { sql } from 'kysely'
import type { Channel } from '#contract/pay.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import { spend } from '#server/people/wallet/spend.ts'
import type { Services } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockBalances, lockOrder } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Refund } from '#server/platform/outside/payment.ts'
import { raiseAlarm } from './alarm.ts'
import { endGivenBack, givenBackOf } from './givenBack.ts'
import { standingOf } from './left.ts'

type Booked = 'booked' | 'known' | 'unknown refund' | 'refund of another amount' | 'refund of what was not paid'

/**
 * The one place that books refunds, from any source of the news. The capsules bought are taken from the balance; those spent
 * already are owed, and covered first by later purchases. False and an alarm when the refund does not match our order.
 */
export async function bookRefund(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  channel: Channel,
  refund: Refund,
): Promise<boolean> {
  const outcome = await inTransaction(services.db, (db) => takeBack(db, channel, refund))
  if (outcome === 'booked' || outcome === 'known') return true
  await raiseAlarm(services, { channel, why: outcome, orderNo: outcome === 'unknown refund' ? '' : refund.orderNo })
  return false
}

async function takeBack(db: Tx, channel: Channel, { orderNo, fen }: Refund): Promise<Booked> {
  const order = await lockOrder(db, orderNo)
  if (!order || order.channel !== channel) return 'unknown refund'
  if (order.state === ORDER_STATE.refunded) return 'known'
  if (order.state !== ORDER_STATE.paid) return 'refund of what was not paid'
  const noted = await givenBackOf(db, order.id)
  if (noted) return (await endGivenBack(db, noted, fen)) ? 'booked' : 'refund of another amount'
  // The operator books partial refunds: the worth of a part of a package is not defined.
  if (order.fen !== fen) return 'refund of another amount'
  const held = await lockBalances(db, [order.user_id])
  const balance = held.find(({ kind }) => kind === 'time')?.balance ?? 0
  // A payment to a closed account was booked away when it came.
  const amount = order.give_back ? 0 : Math.min(balance, order.count)
  const cause = { userId: order.user_id, scope: 'refund', key: orderNo, reason: `退款（订单${orderNo}）` }
  if (amount > 0) await spend(db, { ...cause, kind: 'time', amount })
  const rest = order.give_back ? 0 : order.count - amount
  const { hasLeft } = await standingOf(db, order.user_id)
  await db
    .updateTable('orders')
    .set({ state: ORDER_STATE.refunded, refunded_at: sql<string>`now()`, next_ask_at: null })
    .set({ owed: hasLeft ? 0 : rest, written_off: hasLeft ? rest : 0 })
    .where('id', '=', order.id)
    .execute()
  return 'booked'
}
