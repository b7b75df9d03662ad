import { sql } from 'kysely'
import { spend } from '#server/people/wallet/spend.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Overtaken } from '#server/platform/db/deadlocks.ts'
import { lockBalances, lockDebts } from '#server/platform/db/locks.ts'
import { standingOf } from './left.ts'

/** A person's debts from refunded orders, locked before their balances are. */
export const debtsOf = (db: Tx, userId: number) => lockDebts(db, userId)
type Debts = Awaited<ReturnType<typeof debtsOf>>

/** A refund that held the balances while we waited for them has left a debt that we do not hold: begin anew. */
function insistOnAll(debts: Debts, owed: readonly number[]): void {
  if (owed.some((id) => !debts.some((debt) => debt.id === id))) throw new Overtaken()
}

/**
 * Pays debts out of this order's capsules, once the balances are locked; the oldest debt first. Each is a movement of its own, so
 * that people can see it.
 */
export async function coverDebts(db: Tx, debts: Debts, { user_id, order_no, count, owed }: Credited): Promise<void> {
  insistOnAll(debts, owed)
  let left = count
  for (const debt of debts) {
    const amount = Math.min(left, debt.owed)
    if (amount === 0) return
    left -= amount
    const reason = `抵扣已退款的订单${debt.order_no}`
    await spend(db, {
      userId: user_id,
      scope: 'owed',
      key: `${debt.order_no} ${order_no}`,
      reason,
      kind: 'time',
      amount,
    })
    await db
      .updateTable('orders')
      .set({ owed: debt.owed - amount })
      .where('id', '=', debt.id)
      .execute()
  }
}
/** `owed`: the ids of all orders of which something is owed, read once the balances are locked. */
type Credited = { user_id: number; order_no: string; count: number; owed: readonly number[] }

/** Nobody is left who could owe the debts; the balances are locked from then on. */
export async function writeOffDebts(db: Tx, userId: number): Promise<void> {
  const debts = await debtsOf(db, userId)
  await lockBalances(db, [userId])
  const standing = await standingOf(db, userId)
  insistOnAll(debts, standing.debts)
  await db
    .updateTable('orders')
    .set({ written_off: sql<number>`written_off + owed`, owed: 0 })
    .where('user_id', '=', userId)
    .where('owed', '>', 0)
    .execute()
}
