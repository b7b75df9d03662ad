import { sql } from 'kysely'
import type { Services } from '#server/context.ts'

const LOST_AFTER_MINUTES = 10
const AT_MOST = 10_000

/**
 * Codes whose process ended while it asked the provider: whether they went out nobody can tell any more. No provider is
 * waited for so long. (Notices are asked after, and sent again: claim.ts.)
 */
export const settleLost = ({ db }: Pick<Services, 'db'>) =>
  sql`
    with lost as (
      update messages set state = 'unknown', text = null, params = null, address = null
      where id in (
        select id from messages
        where state = 'sending' and capsule_id is null and created_at < now() - make_interval(mins => ${LOST_AFTER_MINUTES}) limit ${AT_MOST})
      returning id)
    update attempts set outcome = 'unknown', ended_at = now()
    where outcome is null and message_id in (select id from lost)`.execute(db)
