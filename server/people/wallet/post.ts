import { type RawBuilder, sql } from 'kysely'
import { INSUFFICIENT } from '#contract/wallet.ts'
import { refuse } from '#server/core/fail.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockBalances } from '#server/platform/db/locks.ts'
import type { Cause, Leg, OwnLeg, SystemLeg } from './movement.ts'

/**
 * Moves balances and books it, all legs or none: whatever else moves a balance – spend, grant, transfer, forfeit – says it
 * in legs, which sum to zero in each kind. False, and nothing moves, when this scope and key was booked before. Refuses
 * with the kind's own words when a balance would fall below zero.
 */
export async function post(db: Tx, cause: Cause, legs: readonly Leg[]): Promise<boolean> {
  refuseUnbalanced(cause.scope, legs)
  const own = legs.filter(isOwn)
  const held = await lockBalances(
    db,
    own.map(({ ownerId }) => ownerId),
  )
  // Checked once the balances are locked, so that a repeat beside this one is seen.
  if (await isBooked(db, cause)) return false
  for (const { ownerId, kind, amount } of own) {
    const before = held.find((row) => row.owner_id === ownerId && row.kind === kind)
    if (before && before.balance + amount < 0) throw refuse(INSUFFICIENT[kind])
  }
  const { rows } = await sql`with ${postParts(cause, legs)} select id from booked`.execute(db)
  if (rows.length === 0) throw new Error(`${cause.scope}:${cause.key} moves a balance that nobody has`)
  return true
}

/**
 * `post` as parts of a `with`, in one statement with the thing paid for: select from `paid`, which has a row for each balance
 * that moved – none when one was not enough or the condition does not hold. More than one balance is held before.
 */
export function postParts(
  { userId, scope, key, reason }: Cause,
  legs: readonly Leg[],
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  refuseUnbalanced(scope, legs)
  const own = legs.filter(isOwn)
  const system = legs.filter(isSystem)
  return sql`
    paid as (
      update accounts a set balance = a.balance + leg.amount, seq = a.seq + 1
      from (values ${sql.join(own.map(ownRow))}) leg (owner_id, kind, amount, reason)
      where a.owner_id = leg.owner_id and a.kind = leg.kind and a.balance + leg.amount >= 0 and ${condition}
      returning a.id, a.kind, a.balance, a.seq, leg.amount, leg.reason
    ), booked as (
      insert into transactions (user_id, scope, key, reason)
      select ${userId}, ${scope}, ${key}, ${reason} where (select count(*) from paid) = ${own.length}
      returning id
    ), moved as (
      ${enter(sql`
        select booked.id, p.kind, p.id, null::text, p.amount, p.seq, p.balance, p.reason from booked, paid p
        ${system.length > 0 ? sql`union all ${sql.join(system.map(systemRow), sql` union all `)}` : sql``}`)}
    )`
}

/** The one place that writes entries: `rows` has transaction, kind, account, system, amount, number, balance and reason. */
export const enter = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into entries (transaction_id, kind, account_id, system, amount, seq, balance, reason) ${rows}`

const isOwn = (leg: Leg): leg is OwnLeg => 'ownerId' in leg
const isSystem = (leg: Leg): leg is SystemLeg => 'system' in leg

const ownRow = ({ ownerId, kind, amount, reason }: OwnLeg) =>
  sql`(${ownerId}::bigint, ${kind}::text, ${amount}::bigint, ${reason ?? null}::text)`

const systemRow = ({ system, kind, amount }: SystemLeg) => sql`
  select booked.id, ${kind}::text, null::bigint, ${system}::text, ${amount}::bigint, null::bigint, null::bigint, null::text
  from booked`

async function isBooked(db: Db, { scope, key }: Cause): Promise<boolean> {
  const booked = await db
    .selectFrom('transactions')
    .select('id')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return booked !== undefined
}

function refuseUnbalanced(scope: string, legs: readonly Leg[]): void {
  const sums = new Map<string, number>()
  for (const { kind, amount } of legs) sums.set(kind, (sums.get(kind) ?? 0) + amount)
  const isWhole = legs.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0)
  const own = legs.filter(isOwn).map(({ ownerId, kind }) => `${ownerId} ${kind}`)
  if (own.length === 0 || !isWhole || [...sums.values()].some((sum) => sum !== 0) || new Set(own).size < own.length)
    throw new Error(`${scope} is no movement`)
}
