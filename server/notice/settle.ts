import { type RawBuilder, sql } from 'kysely'
import type { Db, Services } from '#server/context.ts'
import { boxText } from '#server/keys/box.ts'
import type { Arrival, Delivery } from '#server/outside/delivery.ts'
import { recipientOf } from './address.ts'
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

/** The attempt stands in the database before the provider is asked; its id. */
export async function beginAttempt(db: Db, messageId: number, provider: string): Promise<number> {
  const { id } = await db
    .insertInto('attempts')
    .values({ message_id: messageId, provider })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Moves the notice by what its provider answered, and by nothing else. */
export async function settle(
  { db, log }: Needed,
  claimed: Claimed,
  attemptId: number,
  delivery: Delivery,
): Promise<void> {
  const { outcome, code, id: providerId, bounced } = delivery
  const over = sql`update attempts set outcome = ${outcome}, provider_code = ${code ?? null},
    provider_id = coalesce(${providerId ?? null}, provider_id), ended_at = now() where id = ${attemptId}`
  await sql`with over as (${over}) ${moved(claimed, delivery)}`.execute(db)
  if (bounced) await moveOn(db, claimed)
  if (outcome !== 'sent') log.warn({ message: claimed.id, code, outcome }, 'a notice did not go out')
}

/** Whoever took it since has the word; only that it was taken by the provider holds whoever says so. */
function moved({ id, tries, channel }: Claimed, { outcome, bounced }: Delivery): RawBuilder<unknown> {
  if (outcome === 'sent')
    return sql`update messages set state = 'sent', sent_at = coalesce(sent_at, now()), tries = 0,
      next_at = ${channel === 'sms' ? inMinutes(ARRIVED_AFTER_MINUTES[0]) : sql`null`}
      where id = ${id} and state in ('sending', 'waiting', 'unknown')`
  const mine = sql`where id = ${id} and tries = ${tries} and state = 'sending'`
  if (bounced || tries >= TRIES_MOST) return sql`update messages set state = 'failed', next_at = null ${mine}`
  if (outcome === 'unknown')
    return sql`update messages set state = 'unknown', next_at = ${inMinutes(ASK_AFTER_MINUTES)} ${mine}`
  const minutes = BACK_OFF_MINUTES[Math.min(tries, BACK_OFF_MINUTES.length) - 1]!
  return sql`update messages set state = 'waiting', next_at = ${inMinutes(minutes)} ${mine}`
}

const inMinutes = (minutes: number): RawBuilder<unknown> => sql`now() + make_interval(mins => ${minutes})`

/** The provider said what became of a message that it took: it has arrived, is on its way, or never will. */
export async function settleArrival(db: Db, claimed: Claimed, arrival: Arrival): Promise<void> {
  if (arrival === 'lost') {
    await sql`update messages set state = 'failed', next_at = null where id = ${claimed.id} and state = 'sent'`.execute(
      db,
    )
    return moveOn(db, claimed)
  }
  const minutes = arrival === 'arrived' ? undefined : ARRIVED_AFTER_MINUTES[claimed.tries]
  await sql`update messages set next_at = ${minutes === undefined ? sql`null` : inMinutes(minutes)}
    where id = ${claimed.id} and state = 'sent'`.execute(db)
}

/**
 * A way that does not lead anywhere is not tried again; those that are left carry on, and the owner is told, who can
 * correct it.
 */
export async function moveOn(db: Db, { capsule_id, contact, id }: Told): Promise<void> {
  if (contact === 'owner') return
  await db.transaction().execute(async (db) => {
    await db
      .updateTable('capsule_contacts')
      .set({ bounced_at: sql`now()` })
      .where('capsule_id', '=', capsule_id)
      .where('channel', '=', contact)
      .execute()
    await sql`update messages set state = 'dropped', next_at = null
      where capsule_id = ${capsule_id} and contact = ${contact} and state = 'waiting'`.execute(db)
    await queueNotices(db, [
      { capsuleId: capsule_id, contact: 'owner', occasion: `bounced ${id}`, template: 'bounced' },
    ])
  })
}

/** Nobody is there to be told any more. */
export async function drop(db: Db, { id }: Claimed): Promise<void> {
  await sql`update messages set state = 'dropped', next_at = null where id = ${id}`.execute(db)
}

/** Put where a person finds it: the outbox of development, or the operators' list. */
export async function keep({ db, keys }: Needed, { id }: Claimed, resolved: Resolved, state: 'kept' | 'operator') {
  const recipient = recipientOf(keys, resolved.address)
  await db
    .updateTable('messages')
    .set({
      recipient,
      address: boxText(keys, resolved.address, recipient),
      params: boxText(keys, JSON.stringify(resolved.params), recipient),
      text: boxText(keys, resolved.text, recipient),
      state,
      next_at: null,
    })
    .where('id', '=', id)
    .execute()
}

/** The channel is switched off by name. */
export async function fail(db: Db, { id }: Claimed): Promise<void> {
  await sql`update messages set state = 'failed', next_at = null where id = ${id}`.execute(db)
}
