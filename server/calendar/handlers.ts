import { STATUS } from '#contract/capsule.ts'
import { ALREADY_OPEN } from '#contract/unseal.ts'
import type { Handlers } from '#server/context.ts'
import { missing, refuse } from '#server/fail.ts'
import { eventAddress } from './address.ts'
import { calendarFeed, endCalendarFeed, renewCalendarFeed } from './feed.ts'

export const calendarHandlers = {
  calendarEvent: async (context, { capsule_id }) => {
    const id = Number(capsule_id)
    const row = await context.db
      .selectFrom('capsules')
      .select('status')
      .where('id', '=', id)
      .where('owner_id', '=', context.caller.userId)
      .executeTakeFirst()
    if (!row || row.status === STATUS.draft) throw missing()
    if (row.status === STATUS.unsealed) throw refuse(ALREADY_OPEN)
    return { url: eventAddress(context, id) }
  },
  calendarFeed,
  renewCalendarFeed,
  endCalendarFeed,
} satisfies Partial<Handlers>
