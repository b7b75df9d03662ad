import { type RawBuilder, sql } from 'kysely'
import {
  ARRIVED_AFTER_MINUTES,
  ASK_AFTER_MINUTES,
  BACK_OFF_MINUTES,
  VISIBLE_AGAIN_MINUTES,
} from '#server/clock/waits.ts'
import type { Db, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { boxText } from '#server/keys/box.ts'
import type { Arrival, Delivery } from '#server/outside/delivery.ts'
import { ended } from './attempts.ts'
import type { Claimed } from './claim.ts'
import type { Ready } from './ready.ts'
import { recipientOf } from './recipient.ts'
import type { Resolver } from './resolver.ts'

/** So often it is tried, and then given up. */
export const TRIES_MOST = 14

type Needed = Pick<Services, 'db' | 'keys' | 'log'>

type Attempt = { id: number; delivery: Delivery }

/** Moves the message by what its provider answered, and by nothing else. */
export async function settle(
  { db, log }: Needed,
  claimed: Claimed,
  { id, delivery }: Attempt,
  { bounced }: Resolver,
): Promise<void> {
  const { outcome, code } = delivery
  const move = async (db: Db) => {
    await sql`with over as (${ended(id, delivery)}) ${moved(claimed, delivery)}`.execute(db)
  }
  await (delivery.bounced ? inTransaction(db, (db) => bounced(db, claimed, () => move(db))) : move(db))
  if (outcome !== 'sent') log.warn({ message: claimed.id, code, outcome }, 'a message did not go out')
}

/** Its provider did not say whether it has it: it is asked again later. No attempt was made, and nothing is given up. */
export async function waitAgain(db: Db, claimed: Claimed): Promise<void> {
  const minutes = BACK_OFF_MINUTES[claimed.silences]!
  await sql`update messages set state = 'waiting', silences = silences + 1, next_at = ${inMinutes(minutes)}
    where ${stillMine(claimed)}`.execute(db)
}

/** Whoever took it since has the word; only that it was taken by the provider holds whoever says so. */
function moved(claimed: Claimed, { outcome, bounced }: Delivery): RawBuilder<unknown> {
  const { id, tries, channel } = claimed
  if (outcome === 'sent')
    return sql`update messages set state = 'sent', sent_at = coalesce(sent_at, now()), tries = 0,
      next_at = ${channel === 'sms' ? inMinutes(ARRIVED_AFTER_MINUTES[0]) : sql`null`}
      where id = ${id} and state in ('sending', 'waiting', 'unknown')`
  if (bounced || tries >= TRIES_MOST)
    return sql`update messages set state = 'failed', next_at = null where ${stillMine(claimed)}`
  const minutes = BACK_OFF_MINUTES[Math.min(tries, BACK_OFF_MINUTES.length) - 1]!
  // A provider that said nothing is asked soon what became of it, then ever less often.
  const [state, after] =
    outcome === 'unknown' ? ['unknown', Math.max(minutes, ASK_AFTER_MINUTES)] : ['waiting', minutes]
  return sql`update messages set state = ${state}, next_at = ${inMinutes(Number(after))} where ${stillMine(claimed)}`
}

/** Nobody else has taken it since, because its time was over. */
const stillMine = ({ id, tries }: Claimed) => sql`id = ${id} and tries = ${tries} and state = 'sending'`

/** After a question, which may take long: whether it is still its taker's, whose time begins anew then. */
export async function keepClaim(db: Db, claimed: Claimed): Promise<boolean> {
  const { rows } = await sql`update messages set next_at = ${inMinutes(VISIBLE_AGAIN_MINUTES)}
    where ${stillMine(claimed)} returning 1`.execute(db)
  return rows.length > 0
}

const inMinutes = (minutes: number): RawBuilder<unknown> => sql`now() + make_interval(mins => ${minutes})`

/** The provider said what became of a message that it took: it has arrived, is on its way, or never will. */
export async function settleArrival(db: Db, claimed: Claimed, arrival: Arrival, { bounced }: Resolver): Promise<void> {
  const { id, tries } = claimed
  const move = async (db: Db, next: RawBuilder<unknown>) => {
    await sql`update messages set ${next} where id = ${id} and state = 'sent'`.execute(db)
  }
  if (arrival === 'lost')
    return inTransaction(db, (db) => bounced(db, claimed, () => move(db, sql`state = 'failed', next_at = null`)))
  const minutes = arrival === 'arrived' ? undefined : ARRIVED_AFTER_MINUTES[tries]
  await move(db, sql`next_at = ${minutes === undefined ? sql`null` : inMinutes(minutes)}`)
}

/** Over: nobody is there to be told any more, or the channel is switched off; what its provider took stays taken. */
export async function end(db: Db, { id, tries }: Claimed, state: 'dropped' | 'failed'): Promise<void> {
  await sql`update messages set state = case when state = 'sent' then state else ${state} end, next_at = null
    where id = ${id} and tries = ${tries} and state in ('sending', 'sent')`.execute(db)
}

/** Put where a person finds it, unless it is not to be said any more: the outbox of development, or the operators' list. */
export async function handOver({ db, keys }: Needed, claimed: Claimed, ready: Ready, state: 'kept' | 'operator') {
  const recipient = recipientOf(keys, ready.address)
  const { rows } = await sql`
    update messages set recipient = ${recipient}, address = ${boxText(keys, ready.address, recipient)},
      params = ${boxText(keys, JSON.stringify(ready.params), recipient)},
      text = ${boxText(keys, ready.text, recipient)}, state = ${state}, next_at = null
    where ${stillMine(claimed)} and ${(state === 'operator' && ready.only) || sql`true`}
    returning 1`.execute(db)
  if (rows.length === 0) await end(db, claimed, 'dropped')
}
