import { type RawBuilder, sql } from 'kysely'
import type { Db, Services } from '#server/context.ts'
import { UNSEALED } from '#server/db/states.ts'
import { boxText } from '#server/keys/box.ts'
import type { Arrival, Delivery } from '#server/outside/delivery.ts'
import { recipientOf } from './address.ts'
import { ended } from './attempts.ts'
import type { Claimed } from './claim.ts'
import { queueNotices } from './queue.ts'
import type { Resolved } from './resolve.ts'

/** Minutes until a notice that was not taken is tried again; the last one repeats. */
const BACK_OFF_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1_440] as const
/** Then it is given up; the next reminder begins anew. */
export const TRIES_MOST = 14
/** How long a provider that gave no answer is given before it is asked what became of it. */
const ASK_AFTER_MINUTES = 2
/** When the provider is asked whether a message that it took has arrived. */
const ARRIVED_AFTER_MINUTES = [10, 60, 720, 2_880] as const

type Needed = Pick<Services, 'db' | 'keys' | 'log'>
type Told = Pick<Claimed, 'id' | 'capsule_id' | 'contact'>

/** Moves the notice by what its provider answered, and by nothing else. */
export async function settle(
  { db, log }: Needed,
  claimed: Claimed,
  attemptId: number,
  delivery: Delivery,
): Promise<void> {
  const { outcome, code, bounced } = delivery
  const move = async (db: Db) => {
    await sql`with over as (${ended(attemptId, delivery)}) ${moved(claimed, delivery)}`.execute(db)
    if (bounced) await moveOn(db, claimed)
  }
  await (bounced ? onCapsule(db, claimed.capsule_id, move) : move(db))
  if (outcome !== 'sent') log.warn({ message: claimed.id, code, outcome }, 'a notice did not go out')
}

/** The capsule before its contacts, as everybody takes them. */
const onCapsule = (db: Db, capsuleId: number, work: (db: Db) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (db) => {
    await sql`select id from capsules where id = ${capsuleId} for no key update`.execute(db)
    await work(db)
  })

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

const inMinutes = (minutes: number): RawBuilder<unknown> => sql`now() + make_interval(mins => ${minutes})`

/** The provider said what became of a message that it took: it has arrived, is on its way, or never will. */
export async function settleArrival(db: Db, claimed: Claimed, arrival: Arrival): Promise<void> {
  const { id, tries, capsule_id } = claimed
  if (arrival === 'lost')
    return onCapsule(db, capsule_id, async (db) => {
      await sql`update messages set state = 'failed', next_at = null where id = ${id} and state = 'sent'`.execute(db)
      await moveOn(db, claimed)
    })
  const minutes = arrival === 'arrived' ? undefined : ARRIVED_AFTER_MINUTES[tries]
  await sql`update messages set next_at = ${minutes === undefined ? sql`null` : inMinutes(minutes)}
    where id = ${id} and state = 'sent'`.execute(db)
}

/**
 * A way that does not lead anywhere is not tried again; those that are left carry on, and the owner is told, who can
 * correct it. What was said to an address that was corrected since says nothing of the new one. Inside a transaction that
 * holds the capsule.
 */
export async function moveOn(db: Db, { capsule_id, contact, id }: Told): Promise<void> {
  if (contact === 'owner') return
  const { rows } = await sql`
    update capsule_contacts set bounced_at = now()
    where capsule_id = ${capsule_id} and channel = ${contact} and generation = (
      select coalesce(substring(occasion from '^(?:open [0-9]+|confirm) ([0-9]+)$')::int, generation) from messages where id = ${id})
    returning 1`.execute(db)
  if (rows.length === 0) return
  await sql`update messages set state = 'dropped', next_at = null
    where capsule_id = ${capsule_id} and contact = ${contact} and state = 'waiting'`.execute(db)
  await queueNotices(db, [{ capsuleId: capsule_id, contact: 'owner', occasion: `bounced ${id}`, template: 'bounced' }])
}

/** Over: nobody is there to be told any more, or the channel is switched off; what its provider took stays taken. */
export async function end(db: Db, { id, tries }: Claimed, state: 'dropped' | 'failed'): Promise<void> {
  await sql`update messages set state = case when state = 'sent' then state else ${state} end, next_at = null
    where id = ${id} and tries = ${tries} and state in ('sending', 'sent')`.execute(db)
}

/** Put where a person finds it, unless it was opened meanwhile: the outbox of development, or the operators' list. */
export async function keep({ db, keys }: Needed, claimed: Claimed, resolved: Resolved, state: 'kept' | 'operator') {
  const recipient = recipientOf(keys, resolved.address)
  const { rows } = await sql`
    update messages set recipient = ${recipient}, address = ${boxText(keys, resolved.address, recipient)},
      params = ${boxText(keys, JSON.stringify(resolved.params), recipient)},
      text = ${boxText(keys, resolved.text, recipient)}, state = ${state}, next_at = null
    where ${stillMine(claimed)} and (${state} = 'kept' or exists (
      select from capsules where id = ${claimed.capsule_id} and status <> ${UNSEALED}))
    returning 1`.execute(db)
  if (rows.length === 0) await end(db, claimed, 'dropped')
}
