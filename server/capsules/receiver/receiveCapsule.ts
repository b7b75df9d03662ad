import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { nextReminder } from '#contract/notice.ts'
import { TAKEN, TO_ONESELF } from '#contract/receiver.ts'
import { parseChina } from '#contract/time.ts'
import { tokenHash } from '#server/capsules/notice/link.ts'
import { cardsOf } from '#server/capsules/notice/tellReceivers.ts'
import { refuse } from '#server/core/fail.ts'
import type { Context, UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { heldPerson } from '#server/platform/db/locks.ts'
import { moment } from '#server/platform/db/moment.ts'
import { forgetTries } from '#server/platform/rateLimit.ts'
import { sayNo } from './leftLetters.ts'
import { refuseUnlessTheirs } from './receiveCode.ts'
import { findWaiting, type WaitingRow } from './waitingCapsule.ts'

/**
 * Takes what was handed over: it is the first one's, of however many bring the same address; where its sender gave an address, that
 * of the person who shows that it is theirs. From then on it stands in their list, and they are told on its day.
 */
export async function receiveCapsule(context: UserContext, { token, captcha }: Parsed<'receiveCapsule'>) {
  const { db, caller } = context
  const found = await findWaiting(context, token)
  const { id, owner_id, open_time, received_by } = found
  if (owner_id === caller.userId) throw refuse(TO_ONESELF)
  if (received_by === null) await refuseUnlessTheirs(context, found, captcha)
  const opens = parseChina(moment(open_time))!
  const now = context.now()
  // Who takes it on its day or later is there, and is told when it is spoken of next.
  const first = opens > now ? opens : nextReminder(opens, now)
  // Nobody takes it into an account that is being closed.
  const { rows } = await sql`
    with waiting as (select from receivers where token_hash = ${tokenHash(token)}::bytea and received_by is null),
      me as (${heldPerson(caller.userId, sql`waiting`)})
    update receivers set received_by = ${caller.userId}, received_at = now(), refused_at = null,
      notice_at = case when opened_at is null then ${first.toISOString()}::timestamptz end
    where token_hash = ${tokenHash(token)}::bytea and received_by is null and exists (select from me) returning 1`.execute(
    db,
  )
  // Taken before: by somebody else, or by a first tap of the same person.
  if (rows.length === 0 && (await findWaiting(context, token)).received_by !== caller.userId) throw refuse(TAKEN)
  await answered(db, found)
  return { capsule_id: String(id) }
}

/**
 * The person it was handed to does not want it: its sender learns that on the day – where they have left it is gone for good –, and
 * its address is told nothing more of it; with `report`, of nothing that this sender seals.
 */
export async function refuseCapsule(context: Context, { token, report }: Parsed<'refuseCapsule'>) {
  const found = await findWaiting(context, token)
  if (!(await sayNo(context.db, { ...found, token, isReport: report === 1 }))) throw refuse(TAKEN)
  await answered(context.db, found)
  return {}
}

/** An address that has answered may be told again. */
const answered = async (db: Db, { owner_id, address_hash }: WaitingRow): Promise<void> =>
  address_hash ? forgetTries(db, cardsOf(owner_id, address_hash)) : undefined
