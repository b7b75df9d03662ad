import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { encryptText } from '#server/platform/keys/encryption.ts'
import type { Delivery } from '#server/platform/outside/delivery.ts'
import { ended } from './attempts.ts'
import type { Claimed } from './claim.ts'
import { nextOf, type Outcome } from './outcomes.ts'
import { recipientOf } from './recipient.ts'
import type { Rendered } from './render.ts'
import type { Resolver } from './resolver.ts'

type Happened = {
  outcome: Outcome
  /** The attempt that ended with it, and what its provider said. */
  attempt?: { id: number; delivery: Delivery }
}

/** Moves the message by what its provider answered, and by nothing else. */
export async function recordOutcome(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { claimed, resolver }: { claimed: Claimed; resolver: Resolver },
  happened: Happened,
): Promise<void> {
  const { bounces, told } = nextOf(claimed, happened.outcome)
  const settle = async (db: Db) => {
    await moveMessage(db, claimed, happened)
  }
  await (bounces ? inTransaction(db, (db) => resolver.bounced(db, claimed, () => settle(db))) : settle(db))
  const { code, outcome } = happened.attempt?.delivery ?? {}
  if (told) log.warn({ message: claimed.id, code, outcome }, 'a message did not go out')
}

type Move = Happened & { besides?: RawBuilder<unknown>; condition?: RawBuilder<boolean> }

/**
 * Carries out what follows from an outcome (outcomes.ts), in one statement, with the other columns of `besides` and if `condition` holds;
 * false where another process decides by now.
 */
export async function moveMessage(
  db: Db,
  claimed: Claimed,
  { outcome, attempt, besides, condition }: Move,
): Promise<boolean> {
  const next = nextOf(claimed, outcome)
  const minutes = next.again?.(claimed)
  const changes = [
    sql`state = ${minutes === undefined ? (next.ends ?? next.state) : next.state}`,
    sql`next_at = ${minutes === undefined ? sql`null` : sql`now() + make_interval(mins => ${minutes})`}`,
    next.besides,
    besides,
  ].filter((change) => change !== undefined)
  const { rows } = await sql`
    ${attempt ? sql`with over as (${ended(attempt.id, attempt.delivery)})` : sql``}
    update messages set ${sql.join(changes)}
    where id = ${claimed.id} and ${next.from ? isIn(next.from) : isStillMine(claimed)} and ${condition ?? sql`true`}
    returning 1`.execute(db)
  return rows.length > 0
}

const isIn = (states: readonly string[]) => sql`state in (${sql.join(states.map((state) => sql.lit(state)))})`

/** Nobody else has taken it since, because its time was over. */
const isStillMine = ({ tries, state }: Claimed) => sql`tries = ${tries} and state = ${state}`

/** Puts it where a person finds it, unless it is not to be said any more: the outbox of development, or the operators' list. */
export async function handOver(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  claimed: Claimed,
  { address, params, text, condition }: Rendered,
  outcome: 'outbox' | 'operator',
): Promise<void> {
  const recipient = recipientOf(keys, address)
  const encrypted = (plain: string) => encryptText(keys, plain, recipient)
  const besides = sql`recipient = ${recipient}, address = ${encrypted(address)},
    params = ${encrypted(JSON.stringify(params))}, text = ${encrypted(text)}`
  const isThere = await moveMessage(db, claimed, { outcome, besides, ...(outcome === 'operator' && { condition }) })
  if (!isThere) await moveMessage(db, claimed, { outcome: 'nobody' })
}
