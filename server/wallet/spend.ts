import { type RawBuilder, sql } from 'kysely'
import { INSUFFICIENT, type Kind } from '#contract/wallet.ts'
import type { Db } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import type { Cause } from './movement.ts'

export type Spending = Cause & { kind: Kind; amount: number }

/**
 * The parts of a `with` that take from a balance and book it, in one statement with what is paid for: select from
 * `paid`, which has one row when the balance was enough and `only` holds, and none otherwise.
 */
export function spendParts(
  { userId, kind, amount, scope, key, reason }: Spending,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    paid as (
      update accounts set balance = balance - ${amount}::bigint, seq = seq + 1
      where owner_id = ${userId} and kind = ${kind} and balance >= ${amount}::bigint and ${only}
      returning id, balance, seq
    ), booked as (
      insert into transactions (user_id, scope, key, reason)
      select ${userId}, ${scope}, ${key}, ${reason} from paid
      returning id
    ), moved as (
      insert into entries (transaction_id, kind, account_id, system, amount, seq, balance)
      select booked.id, ${kind}, paid.id, null::text, -${amount}::bigint, paid.seq, paid.balance from paid, booked
      union all
      select booked.id, ${kind}, null::bigint, 'consumed', ${amount}::bigint, null::bigint, null::bigint from booked
    )`
}

/** Takes from a balance or refuses with the kind's own words; what is left. Runs in the caller's transaction. */
export async function spend(db: Db, spending: Spending): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    with ${spendParts(spending)} select balance from paid`.execute(db)
  if (!rows[0]) throw refuse(INSUFFICIENT[spending.kind])
  return rows[0].balance
}

/** A look before something slow: refuses an empty balance now. The spending's own condition still decides. */
export async function refuseUnaffordable(db: Db, userId: number, kind: Kind): Promise<void> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('owner_id', '=', userId)
    .where('kind', '=', kind)
    .where('balance', '>', 0)
    .executeTakeFirst()
  if (!row) throw refuse(INSUFFICIENT[kind])
}
