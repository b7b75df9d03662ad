import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { Amount, Cause } from './movement.ts'

/** Adds to balances, booked against the system's side; false, and nothing moves, when this scope and key was booked before. */
export async function grant(
  db: Db,
  { userId, scope, key, reason, amounts }: Cause & { amounts: Amount[] },
): Promise<boolean> {
  if (!amounts.some(({ amount }) => amount > 0)) throw new Error(`grant ${scope}:${key} moves nothing`)
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as w (kind text, amount bigint)
    ), booked as (
      insert into transactions (user_id, scope, key, reason) values (${userId}, ${scope}, ${key}, ${reason})
      on conflict (scope, key) do nothing
      returning id
    ), received as (
      update accounts a set balance = a.balance + w.amount, seq = a.seq + 1
      from wanted w, booked where a.owner_id = ${userId} and a.kind = w.kind and w.amount > 0
      returning a.id, a.kind, a.balance, a.seq, w.amount
    )
    insert into entries (transaction_id, kind, account_id, system, amount, seq, balance)
    select booked.id, r.kind, r.id, null, r.amount, r.seq, r.balance from booked, received r
    union all
    select booked.id, r.kind, null, 'issued', -r.amount, null, null from booked, received r
    returning id`.execute(db)
  return rows.length > 0
}
