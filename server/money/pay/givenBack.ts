import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Channel, ORDER_STATE } from '#contract/pay.ts'
import { spend } from '#server/people/wallet/spend.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockBalances, lockPaidOrders } from '#server/platform/db/locks.ts'
import type { GivenBack } from '#server/platform/db/tables.ts'

/** An unspent part of an order: capsules, and their share of what was paid. */
type Share = { id: number; user_id: number; order_no: string; channel: Channel; count: number; fen: number }

/**
 * Unspent purchases of people of whom nothing is noted yet. Free capsules and what is owed count as spent first, then the oldest
 * purchase, so that a balance is of the newest ones. A fen is rounded in the person's favour, which never exceeds what was paid.
 */
const sharesOf = (whom: RawBuilder<unknown>) => sql<Share>`
  select id, user_id, order_no, channel, share as count, (fen * share + count - 1) / count as fen from (
    select o.id, o.user_id, o.order_no, o.channel, o.count, o.fen, o.paid_at, least(o.count, a.balance
      - coalesce((select sum(d.owed) from orders d where d.user_id = o.user_id and d.owed > 0), 0)::bigint
      - coalesce(sum(o.count) over newer, 0)::bigint) as share
    from orders o join accounts a on a.owner_id = o.user_id and a.kind = 'time'
    where o.state = ${sql.lit(ORDER_STATE.paid)} and not o.give_back and ${whom} and not exists (
      select from given_back g join orders p on p.id = g.order_id where p.user_id = o.user_id)
    window newer as (partition by o.user_id order by o.paid_at desc, o.id desc rows between unbounded preceding and 1 preceding)
  ) part where share > 0`

export type Sum = { channel: Channel; orders: number; count: number; fen: number }

/** Unspent purchases of everybody, of whom nothing is noted yet. */
export async function unspent(db: Db): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select channel, count(*) as orders, sum(count)::bigint as count, sum(fen)::bigint as fen
    from (${sharesOf(sql`true`)}) shares group by channel order by channel`.execute(db)
  return rows
}

export async function peopleWithUnspent(db: Db): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from (${sharesOf(sql`true`)}) shares order by user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Takes a person's unspent purchases out of the balance and notes what goes back of each: once, all of them or none. */
export async function noteUnspent(db: Tx, userId: number): Promise<void> {
  await lockPaidOrders(db, userId)
  await lockBalances(db, [userId])
  const { rows } = await sharesOf(sql`o.user_id = ${userId}`).execute(db)
  for (const { id, order_no: key, count, fen } of rows) {
    const cause = { userId, scope: 'given back', key, reason: `停止运营退款（订单${key}）` }
    await spend(db, { ...cause, kind: 'time', amount: count })
    await db.insertInto('given_back').values({ order_id: id, count, fen }).execute()
  }
}

export const givenBackOf = (db: Db, orderId: number) =>
  db.selectFrom('given_back').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/** The platform has given it back; the order is held. False when this is not what was noted, or the operator has paid it. */
export async function endGivenBack(db: Tx, noted: Selectable<GivenBack>, fen: number): Promise<boolean> {
  if (noted.done_at || noted.fen !== fen) return false
  await db
    .updateTable('given_back')
    .set({ done_at: sql<string>`now()`, why: null })
    .where('order_id', '=', noted.order_id)
    .execute()
  await db
    .updateTable('orders')
    .set({ state: ORDER_STATE.refunded, refunded_at: sql<string>`now()`, next_ask_at: null })
    .where('id', '=', noted.order_id)
    .execute()
  return true
}
