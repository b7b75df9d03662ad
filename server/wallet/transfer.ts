import { sql } from 'kysely'
import { INSUFFICIENT } from '#contract/wallet.ts'
import type { Db } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import type { Amount, Cause } from './movement.ts'

/** From one person to another, all kinds or none. `userId` of the cause pays. Runs in a transaction of its own. */
export async function transfer(db: Db, cause: Cause & { toUserId: number; amounts: Amount[] }): Promise<void> {
  const legs = cause.amounts.filter(({ amount }) => amount > 0)
  if (legs.length === 0 || cause.toUserId === cause.userId) throw new Error('a transfer needs an amount and two people')
  await db.transaction().execute(async (db) => {
    await lockInOrder(db, [cause.userId, cause.toUserId])
    for (const leg of legs) await moveOne(db, { ...cause, ...leg })
  })
}

/** Two owners are always locked in the same order, so that two transfers never wait for each other. */
async function lockInOrder(db: Db, owners: number[]): Promise<void> {
  await db.selectFrom('accounts').select('id').where('owner_id', 'in', owners).orderBy('id').forUpdate().execute()
}

async function moveOne(
  db: Db,
  { userId, toUserId, kind, amount, scope, key, reason }: Cause & Amount & { toUserId: number },
) {
  const { rows } = await sql`
    with booked as (
      insert into transactions (user_id, scope, key, reason)
      values (${userId}, ${scope}, ${`${key}:${kind}`}, ${reason}) returning id
    ), paid as (
      update accounts set balance = balance - ${amount}::bigint, seq = seq + 1
      where owner_id = ${userId} and kind = ${kind} and balance >= ${amount}::bigint returning id, balance, seq
    ), received as (
      update accounts set balance = balance + ${amount}::bigint, seq = seq + 1
      where owner_id = ${toUserId} and kind = ${kind} and exists (select from paid) returning id, balance, seq
    )
    insert into entries (transaction_id, kind, account_id, amount, seq, balance)
    select booked.id, ${kind}, paid.id, -${amount}::bigint, paid.seq, paid.balance from booked, paid, received
    union all
    select booked.id, ${kind}, received.id, ${amount}::bigint, received.seq, received.balance from booked, paid, received
    returning id`.execute(db)
  if (rows.length === 0) throw refuse(INSUFFICIENT[kind])
}
