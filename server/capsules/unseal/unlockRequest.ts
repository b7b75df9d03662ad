import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { REQUEST_WAITING, UNSEALING } from '#contract/unseal.ts'
import { refuse, refuseIf } from '#server/core/fail.ts'
import { refuseWithoutTel } from '#server/people/account/user.ts'
import type { UserContext } from '#server/platform/context.ts'
import { consume } from '#server/platform/rateLimit.ts'
import { type Mine, mineOf, readSealed } from './sealed.ts'

/** So that operators read a capsule's reasons and not its owner's impatience. */
const APPLICATIONS = [{ most: 3, seconds: 7 * 86_400 }]

/** Asks for an early unsealing: status 3 while it waits. The answer goes by SMS, so there must be a number. */
export async function unlockRequest(context: UserContext, { capsule_id, reason }: Parsed<'unlockRequest'>) {
  const { db, caller } = context
  const mine = mineOf(context, capsule_id)
  refuseIf(await whyNot(context, mine))
  await refuseWithoutTel(db, caller.userId)
  await consume(db, `applications of ${mine.id}`, APPLICATIONS)
  const { rows } = await sql`
    with asked as (
      update capsules set status = ${STATUS.requested}, updated_at = now()
      where id = ${mine.id} and owner_id = ${mine.userId} and status = ${STATUS.sealed} and open_time > now()
      returning id
    )
    insert into applications (capsule_id, reason) select id, ${reason.trim()} from asked returning id`.execute(db)
  if (rows.length === 0) throw refuse((await whyNot(context, mine)) ?? REQUEST_WAITING)
  return {}
}

async function whyNot(context: UserContext, mine: Mine): Promise<string | undefined> {
  const { state } = await readSealed(context, mine)
  return UNSEALING[state].whyNotRequest
}
