import { sql } from 'kysely'
import type { Channel } from '#contract/pay.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import type { Services, Tx } from '#server/context.ts'
import { lockBalances, lockOrder } from '#server/db/locks.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Refund } from '#server/outside/payment.ts'
import { spend } from '#server/wallet/spend.ts'
import { raiseAlarm } from './alarm.ts'
import { hasLeft } from './left.ts'

type Booked = 'booked' | 'known' | 'unknown refund' | 'refund of another amount' | 'refund of what was not paid'

/**
 * The one place that books money given back, whoever brings the news. What was bought is taken from the balance; what is
 * not there any more is owed, and covered first by what is bought later. False and an alarm when it is not as we know it.
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
  // In parts it is the operator's to book: what a part of a package is worth stands nowhere.
  if (order.fen !== fen) return 'refund of another amount'
  const held = await lockBalances(db, [order.user_id])
  const balance = held.find(({ kind }) => kind === 'time')?.balance ?? 0
  // What came to a closed account was booked away when it came.
  const amount = order.give_back ? 0 : Math.min(balance, order.count)
  const cause = { userId: order.user_id, scope: 'refund', key: orderNo, reason: `退款（订单${orderNo}）` }
  if (amount > 0) await spend(db, { ...cause, kind: 'time', amount })
  const rest = order.give_back ? 0 : order.count - amount
  const isOwed = !(await hasLeft(db, order.user_id))
  await db
    .updateTable('orders')
    .set({ state: ORDER_STATE.refunded, refunded_at: sql<string>`now()`, next_ask_at: null })
    .set({ owed: isOwed ? rest : 0, written_off: isOwed ? 0 : rest })
    .where('id', '=', order.id)
    .execute()
  return 'booked'
}
