import { type RawBuilder, sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import type { ContactChannel } from '#contract/notice.ts'
import { NOT_AS_SEALED } from '#contract/unseal.ts'
import type { Services } from '#server/context.ts'
import { SEALED } from '#server/db/states.ts'
import { refuse } from '#server/fail.ts'
import { BOND_COLUMNS, type BondRow, bondOf } from '#server/keys/bond.ts'
import { type Envelope, openKey } from '#server/keys/envelope.ts'
import { withdrawn } from '#server/message/queue.ts'
import { showOpened } from '#server/showing/lookAtOpened.ts'

/** Who opens which capsule, and what must hold besides, about `c`, the capsules row. */
export type Opening = { id: number; by: 'owner' | ContactChannel; only: RawBuilder<unknown> }

/**
 * Opens a capsule that is still what was sealed, in one statement that states its condition; false when there was none
 * to open. A waiting application
 * closes itself, and what was still to be said of its being there is not said any more. One that was sealed to be public
 * is looked at first.
 */
export async function openNow(services: Services, opening: Opening): Promise<boolean> {
  const { db } = services
  const { id, by } = opening
  const sealed = await readUnlocked(services, opening)
  if (!sealed) return false
  const { rows } = await sql<{ id: number; review: string | null }>`
    with opened as (
      update capsules c
      set status = ${STATUS.unsealed}, open_at = now(), updated_at = now(), notice_at = null, opened_by = ${by},
        is_public = 0, review = case when c.is_public = 1 then 'looking' end
      where ${openable(services, opening)} and c.open_time = ${sealed.open_time}::timestamptz
      returning c.id, c.review
    ), closed as (
      update applications set closed_at = now(), state = 'closed'
      where capsule_id = ${id} and closed_at is null and exists (select from opened)
    ), unsaid as (
      ${withdrawn(sql`capsule_id = ${id} and template in ('open', 'openOwner') and exists (select from opened)`)}
    )
    select id, review from opened`.execute(db)
  if (rows[0]?.review) await showOpened(services, id)
  return rows.length > 0
}

const openable = ({ clock }: Services, { id, only }: Opening): RawBuilder<unknown> =>
  sql`c.id = ${id} and c.status in ${SEALED} and ${clock.sound()} and ${only}`

/**
 * The row of a capsule that may be opened; refuses one that is no longer what was sealed: what is marked as open stays
 * open, and one that was edited must not get as far.
 */
async function readUnlocked(services: Services, opening: Opening): Promise<BondRow | undefined> {
  const { rows } = await sql<BondRow & { envelope: Envelope }>`
    select ${sql.join(BOND_COLUMNS.map((column) => sql.ref(column)))}, k.envelope
    from capsules c join capsule_contents k on k.capsule_id = c.id
    where ${openable(services, opening)}`.execute(services.db)
  const [row] = rows
  if (!row) return undefined
  try {
    openKey(services.keys, bondOf(row), row.envelope)
  } catch (err) {
    services.log.error({ err, capsule: row.id }, 'a capsule is not what was sealed, and was not opened')
    throw refuse(NOT_AS_SEALED)
  }
  return row
}
