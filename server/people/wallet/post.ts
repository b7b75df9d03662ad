import { type RawBuilder, sql } from 'kysely'
import { INSUFFICIENT } from '#contract/wallet.ts'
import { type Fail, refuse } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'
import { Overtaken } from '#server/platform/db/deadlocks.ts'
import { goOnToBalances, heldBalances } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { NOT_REMEMBERED, type Remembered, rememberedSql } from '#server/platform/idempotency.ts'
import { type Cause, isOwn, type Leg, type Movement, movementOf } from './movement.ts'

/**
 * Moves balances and books it in one statement, all legs or none, and remembers the call's answer with it where there is one.
 * False, and nothing moves, when this scope and key was booked before. Refuses with the kind's own words when a balance would
 * fall below zero. Where more goes with a movement, `movementSql` is a part of the caller's own statement.
 */
export async function post(
  db: Db,
  cause: Cause,
  legs: readonly Leg[],
  remembered: Remembered = NOT_REMEMBERED,
): Promise<boolean> {
  goOnToBalances(db)
  const [booked] = await postAlone(db, { ...movementOf(cause, legs), ...remembered })
  if (booked) return true
  if (await isBooked(db, cause)) return false
  throw await whyNotMoved(db, legs)
}

const postAlone = prepared(
  (v: Movement & Remembered) => sql<{ id: number }>`
    with ${movementSql(v)}, ${rememberedSql(v, { of: v.userId, from: sql`booked` })}
    select id from booked`,
)

type More = {
  /** Holds, or nothing moves; looked at before the balances are held. */
  condition?: RawBuilder<unknown>
  /** Further parts, after the balances are held: they may select from `able`, which has one row when all suffice. */
  held?: RawBuilder<unknown>
  /** Holds as well, once they are held. */
  heldCondition?: RawBuilder<unknown>
  /** A gain that comes to the movement's one balance once, under a scope and key of its own. */
  bonus?: Bonus
}
/** Why, and how much; as values of a statement. */
export type Bonus = { bonusScope: string; bonusKey: string; bonusReason: string; bonusAmount: number }

/**
 * A movement as parts of a `with`, in one statement with the thing it is for: select from `booked`, which has one row, or none
 * when a balance does not suffice, the condition does not hold, or this scope and key was booked before. The balances are held
 * in the order of their ids, and counted as they are then.
 */
export function movementSql(
  v: Movement,
  { condition = sql`true`, held = sql``, heldCondition = sql`true`, bonus }: More = {},
): RawBuilder<unknown> {
  return sql`
    leg as (
      select * from unnest(${v.owners}::bigint[], ${v.systems}::text[], ${v.kinds}::text[], ${v.amounts}::bigint[],
        ${v.reasons}::text[]) with ordinality as leg (owner_id, system, kind, amount, reason, n)
      where ${condition}
    ), held as (${heldBalances(sql`leg`)}), able as (
      select count(*) from held having count(*) = (select count(owner_id) from leg) and min(after) >= 0
    )${held}, booked as (
      insert into transactions (user_id, scope, key, reason, created_at)
      select ${v.userId}, ${v.scope}, ${v.key}, ${v.reason}, ${momentSql(v)} from able where ${heldCondition}
      on conflict (scope, key) do nothing returning id
    )${bonus ? bonusSql(v, bonus) : sql``}, paid as (
      update accounts a set balance = held.after ${bonus ? sql`+ gained.amount` : sql``},
        seq = held.seq ${bonus ? sql`+ gained.number` : sql``}
      from held, booked ${bonus ? sql`, gained` : sql``} where a.id = held.id
      returning a.id, a.owner_id, a.kind, a.seq, a.balance
    ), moved as (${enter(bonus ? sql`${LEGS_BEFORE_BONUS} union all ${BONUS_LEGS}` : LEGS)})`
}

const momentSql = ({ at }: Movement) => sql`coalesce(${at}::timestamptz, now())`

const bonusSql = (v: Movement, { bonusScope, bonusKey, bonusReason, bonusAmount }: Bonus) => sql`, extra as (
      insert into transactions (user_id, scope, key, reason, created_at)
      select ${v.userId}, ${bonusScope}, ${bonusKey}, ${bonusReason}, ${momentSql(v)} from booked on conflict (scope, key) do nothing returning id
    ), gained as (
      select max(id) as id, count(*) as number, count(*) * ${bonusAmount}::bigint as amount from extra
    )`

/** The entries of all legs in their order. */
const LEGS = sql`
  select booked.id, leg.kind, paid.id, leg.system, leg.amount, paid.seq, paid.balance, leg.reason
  from booked cross join leg left join paid on paid.owner_id = leg.owner_id and paid.kind = leg.kind order by leg.n`
const LEGS_BEFORE_BONUS = sql`
  (select booked.id, leg.kind, paid.id, leg.system, leg.amount, paid.seq - gained.number, paid.balance - gained.amount, leg.reason
  from booked cross join gained cross join leg left join paid on paid.owner_id = leg.owner_id and paid.kind = leg.kind
  order by leg.n)`
const BONUS_LEGS = sql`
  select gained.id, paid.kind, paid.id, null, gained.amount, paid.seq, paid.balance, null from gained, paid where number > 0
  union all select gained.id, paid.kind, null, 'issued', -gained.amount, null, null, null from gained, paid where number > 0`

/** The one place that writes entries: `rows` has transaction, kind, account, system, amount, number, balance and reason. */
export const enter = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into entries (transaction_id, kind, account_id, system, amount, seq, balance, reason) ${rows}`

/** Whether something was booked under this scope and key. */
export async function isBooked(db: Db, { scope, key }: Pick<Cause, 'scope' | 'key'>): Promise<boolean> {
  const booked = await db
    .selectFrom('transactions')
    .select('id')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return booked !== undefined
}

/** Why these legs could not be moved: the first balance that does not suffice. Where all do by now, it is worth another try. */
export async function whyNotMoved(db: Db, legs: readonly Leg[]): Promise<Fail | Error> {
  for (const { ownerId, kind, amount } of legs.filter(isOwn)) {
    const account = await db
      .selectFrom('accounts')
      .select('balance')
      .where('owner_id', '=', ownerId)
      .where('kind', '=', kind)
      .executeTakeFirst()
    if (!account) return new Error(`${ownerId} has no balance of ${kind}`)
    if (account.balance + amount < 0) return refuse(INSUFFICIENT[kind])
  }
  return new Overtaken()
}
