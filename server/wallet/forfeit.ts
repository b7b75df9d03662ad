import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { Cause } from './movement.ts'

/** Takes whatever is left of every kind; a spending that is under way is waited for. Runs in the caller's transaction. */
export async function forfeit(db: Db, { userId, scope, key, reason }: Cause): Promise<void> {
  await sql`
    with held as (
      select id, balance from accounts where owner_id = ${userId} and balance > 0 order by id for update
    ), emptied as (
      update accounts a set balance = 0, seq = a.seq + 1 from held where a.id = held.id
      returning a.id, a.kind, a.seq, held.balance as amount
    ), booked as (
      insert into transactions (user_id, scope, key, reason)
      select ${userId}, ${scope}, ${key}, ${reason} where exists (select from emptied)
      returning id
    )
    insert into entries (transaction_id, kind, account_id, system, amount, seq, balance)
    select booked.id, e.kind, e.id, null, -e.amount, e.seq, 0 from booked, emptied e
    union all
    select booked.id, e.kind, null, 'consumed', e.amount, null, null from booked, emptied e`.execute(db)
}
