import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { ALREADY_OPEN } from '#contract/unseal.ts'
import { missing, refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { eventAddress } from './address.ts'

/** The address at which a calendar gets the open time of the caller's sealed capsule. */
export async function calendarEvent(context: UserContext, { capsule_id }: Parsed<'calendarEvent'>) {
  const id = Number(capsule_id)
  const row = await context.db
    .selectFrom('capsules')
    .select('status')
    .where('id', '=', id)
    .where('owner_id', '=', context.caller.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.status === STATUS.draft) throw missing()
  if (row.status === STATUS.unsealed) throw refuse(ALREADY_OPEN)
  return { url: eventAddress(context, id) }
}
