import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { ALREADY_OPEN } from '#contract/unseal.ts'
import type { UserContext } from '#server/context.ts'
import { missing, refuse } from '#server/fail.ts'
import { eventAddress } from './address.ts'

/** Where the open time of one's sealed capsule is to be had for a calendar. */
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
