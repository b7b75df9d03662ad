import { sql } from 'kysely'
import { type Channel, ORDER_STATE, sellsOrders } from '#contract/pay.ts'
import { isTaken } from '#server/core/fail.ts'
import { forfeit } from '#server/people/wallet/forfeit.ts'
import { grantLegs, type Movement, movementOf } from '#server/people/wallet/movement.ts'
import { movementSql } from '#server/people/wallet/post.ts'
import type { Services } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { goOnToBalances, lockOrder } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Payment } from '#server/platform/outside/payment.ts'
import { raiseAlarm } from './alarm.ts'
import { coverDebts, debtsOf } from './debts.ts'
import { standingOf } from './left.ts'

type Settled = 'credited' | 'known' | Trouble
/** `account closed`: credited, and booked away again; the platform gives it back. */
type Trouble = 'unknown order' | 'amount' | 'paid twice' | 'number elsewhere' | 'account closed'
const IS_SETTLED: ReadonlySet<Settled> = new Set(['credited', 'known', 'account closed'])

/**
 * The one place that credits payments, from any source of the news; a platform has vouched for signature, application, merchant
 * and currency by then. Once for each order, also when it had been closed; committed when this returns. False, nothing credited,
 * and an alarm, when the payment does not match our order.
 */
export async function creditPayment(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  channel: Channel,
  payment: Payment,
): Promise<boolean> {
  const outcome = await inTransaction(services.db, (db) => credit(db, channel, payment)).catch(ofAnother)
  if (outcome !== 'credited' && outcome !== 'known') {
    const orderNo = outcome === 'unknown order' ? '' : payment.orderNo
    await raiseAlarm(services, { channel, why: outcome, orderNo })
  }
  return IS_SETTLED.has(outcome)
}

/** A platform's payment number belongs to one order, the first that had it. */
function ofAnother(error: unknown): Settled {
  if (isTaken(error, 'orders_channel_transaction_id_key')) return 'number elsewhere'
  throw error
}

async function credit(db: Tx, channel: Channel, payment: Payment): Promise<Settled> {
  const { orderNo, transactionId, fen, paidAt } = payment
  const order = await lockOrder(db, orderNo)
  if (!order || order.channel !== channel) return 'unknown order'
  if (order.fen !== fen) return 'amount'
  if (order.transaction_id !== null) return order.transaction_id === transactionId ? 'known' : 'paid twice'
  const debts = order.owes ? await debtsOf(db, order.user_id) : []
  const cause = { userId: order.user_id, scope: 'order', key: orderNo, reason: `充值（订单${orderNo}）` }
  const legs = grantLegs(order.user_id, [{ kind: 'time', amount: order.count }])
  goOnToBalances(db)
  const credited = await settle(db, {
    ...movementOf(cause, legs),
    orderId: order.id,
    transactionId,
    paidAt: paidAt.toISOString(),
  })
  if (credited.length === 0) throw new Error(`order ${orderNo} was credited before it was paid`)
  const standing = await standingOf(db, order.user_id)
  if (standing.hasLeft) {
    await forfeit(db, { ...cause, scope: 'closing order', reason: '账号注销' })
    await giveBackLater(db, order.id, channel)
    return 'account closed'
  }
  await coverDebts(db, debts, { ...order, owed: standing.debts })
  return 'credited'
}

/** Marks a held order as paid and books it, in one statement. */
const settle = prepared(
  (v: Movement & { orderId: number; transactionId: string; paidAt: string }) => sql<{ id: number }>`
    with ${movementSql(v)}, marked as (
      update orders set state = ${sql.lit(ORDER_STATE.paid)}, transaction_id = ${v.transactionId},
        paid_at = ${v.paidAt}::timestamptz, next_ask_at = null
      where id = ${v.orderId} and exists (select from booked)
    )
    select id from booked`,
)

/** The job that asks for orders gives the money back (askPlatform.ts). A store alone can refund its purchases. */
const giveBackLater = (db: Tx, id: number, channel: Channel) =>
  db
    .updateTable('orders')
    .set({ give_back: true, next_ask_at: sellsOrders(channel) ? sql<string>`now()` : null })
    .where('id', '=', id)
    .execute()
