import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { biting } from '#server/platform/sweep.ts'

const LOST_AFTER_MINUTES = 10
const BITE = 5_000

/**
 * Codes whose process ended while it asked the provider: whether they went out nobody can tell any more. No provider is
 * waited for so long. (What waits in the queue is asked after, and sent again: claim.ts.)
 */
export const endStuckCodes = ({ db }: Pick<Services, 'db'>, signal: AbortSignal): Promise<void> =>
  biting(BITE, signal, async () => {
    const { rows } = await sql`
      with lost as (
        update messages set state = 'unknown', text = null, params = null, address = null
        where id in (
          select id from messages where state = 'sending' and next_at is null
            and created_at < now() - make_interval(mins => ${LOST_AFTER_MINUTES}) limit ${BITE} for update skip locked)
        returning id
      ), noted as (
        update attempts set outcome = 'unknown', ended_at = now()
        where outcome is null and message_id in (select id from lost))
      select id from lost`.execute(db)
    return rows.length
  })
