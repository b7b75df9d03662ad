import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { nextReminder } from '#contract/notice.ts'
import { TAKEN, TO_ONESELF } from '#contract/receiver.ts'
import { parseChina } from '#contract/time.ts'
import { tokenHash } from '#server/capsules/notice/link.ts'
import { refuse } from '#server/core/fail.ts'
import type { Context, UserContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { findWaiting } from './waitingCapsule.ts'

/**
 * Takes what was handed over: it is the first one's, of however many bring the same address. From then on it stands in their list,
 * and they are told on its day.
 */
export async function receiveCapsule(context: UserContext, { token }: Parsed<'receiveCapsule'>) {
  const { db, caller } = context
  const { id, owner_id, open_time } = await findWaiting(context, token)
  if (owner_id === caller.userId) throw refuse(TO_ONESELF)
  const opens = parseChina(moment(open_time))!
  const now = context.now()
  // Who takes it on its day or later is there, and is told when it is spoken of next.
  const first = opens > now ? opens : nextReminder(opens, now)
  const { rows } = await sql`
    update receivers set received_by = ${caller.userId}, received_at = now(), refused_at = null,
      notice_at = ${first.toISOString()}::timestamptz
    where token_hash = ${tokenHash(token)}::bytea and received_by is null returning 1`.execute(db)
  // Taken before: by somebody else, or by a first tap of the same person.
  if (rows.length === 0 && (await findWaiting(context, token)).received_by !== caller.userId) throw refuse(TAKEN)
  return { capsule_id: String(id) }
}

/** The person it was handed to does not want it: its sender learns that on the day. */
export async function refuseCapsule(context: Context, { token }: Parsed<'refuseCapsule'>) {
  await findWaiting(context, token)
  const { rows } = await sql`
    update receivers set refused_at = coalesce(refused_at, now())
    where token_hash = ${tokenHash(token)}::bytea and received_by is null returning 1`.execute(context.db)
  if (rows.length === 0) throw refuse(TAKEN)
  return {}
}
