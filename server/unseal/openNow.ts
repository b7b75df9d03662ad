import { type RawBuilder, sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import type { ContactChannel } from '#contract/notice.ts'
import type { Services } from '#server/context.ts'
import { SEALED } from '#server/db/states.ts'
import { withdrawn } from '#server/message/queue.ts'

/** Who opens which capsule, and what must hold besides, about `c`, the capsules row. */
export type Opening = { id: number; by: 'owner' | ContactChannel; only: RawBuilder<unknown> }

/**
 * Opens a capsule in one statement that states its condition; false when there was none to open. A waiting application
 * closes itself, and what was still to be said of its being there is not said any more.
 */
export async function openNow(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, by, only }: Opening,
): Promise<boolean> {
  const { rows } = await sql`
    with opened as (
      update capsules c
      set status = ${STATUS.unsealed}, open_at = now(), updated_at = now(), notice_at = null, opened_by = ${by}
      where c.id = ${id} and c.status in ${SEALED} and ${clock.sound()} and ${only}
      returning c.id
    ), closed as (
      update applications set closed_at = now(), state = 'closed'
      where capsule_id = ${id} and closed_at is null and exists (select from opened)
    ), unsaid as (
      ${withdrawn(sql`capsule_id = ${id} and template in ('open', 'openOwner') and exists (select from opened)`)}
    )
    select id from opened`.execute(db)
  return rows.length > 0
}
