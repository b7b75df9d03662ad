import { type RawBuilder, sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import type { ContactChannel } from '#contract/notice.ts'
import { NOT_AS_SEALED } from '#contract/unseal.ts'
import { dueBy } from '#server/clock/kept.ts'
import type { Services } from '#server/context.ts'
import { prepared } from '#server/db/prepared.ts'
import { SEALED } from '#server/db/states.ts'
import { refuse } from '#server/fail.ts'
import { BOND_COLUMNS, type BondRow, bondOf } from '#server/keys/bond.ts'
import { type Envelope, openKey } from '#server/keys/envelope.ts'
import { withdrawn } from '#server/message/queue.ts'
import { showOpened } from '#server/showing/lookAtOpened.ts'

/** Who opens which capsule; `latest` of the clock. */
type Opening = { id: number; by: 'owner' | ContactChannel; latest: string }
type Only<V> = (values: V, due: RawBuilder<string>) => RawBuilder<unknown>

/**
 * One way to open capsules, its statements made once: `only` is what must hold besides, about `c`, the capsules row, and has
 * to compare its day with the moment up to which what is due may be opened. What comes of it opens a capsule that is still
 * what was sealed, in one statement that states its condition, and says whether there was one to open. A waiting application
 * closes itself, and what was still to be said of its being there is not said any more. One that was sealed to be public is
 * looked at first.
 */
export function opener<V extends object>(only: Only<V & { id: number }>) {
  const unlocked = prepared((values: V & Opening) => readUnlocked(values, only(values, dueBy(values.latest))))
  const opened = prepared((values: V & Opening & { opens: string }) => open(values, only(values, dueBy(values.latest))))
  return async (services: Services, values: V & Omit<Opening, 'latest'>): Promise<boolean> => {
    const { db, clock } = services
    const [sealed] = await unlocked(db, { ...values, latest: clock.latest() })
    if (!sealed) return false
    refuseUnlessAsSealed(services, sealed)
    const [row] = await opened(db, { ...values, latest: clock.latest(), opens: sealed.open_time! })
    if (row?.review) await showOpened(services, row.id)
    return row !== undefined
  }
}

const openable = ({ id }: Opening, only: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`c.id = ${id} and c.status in ${SEALED} and ${only}`

const readUnlocked = (opening: Opening, only: RawBuilder<unknown>) =>
  sql<BondRow & { envelope: Envelope }>`select ${sql.join(BOND_COLUMNS.map((column) => sql.ref(column)))}, k.envelope
    from capsules c join capsule_contents k on k.capsule_id = c.id
    where ${openable(opening, only)}`

const open = (opening: Opening & { opens: string }, only: RawBuilder<unknown>) =>
  sql<{ id: number; review: string | null }>`
    with opened as (
      update capsules c
      set status = ${STATUS.unsealed}, open_at = now(), updated_at = now(), notice_at = null, opened_by = ${opening.by},
        is_public = 0, review = case when c.is_public = 1 then 'looking' end
      where ${openable(opening, only)} and c.open_time = ${opening.opens}::timestamptz
      returning c.id, c.review
    ), closed as (
      update applications set closed_at = now(), state = 'closed'
      where capsule_id = ${opening.id} and closed_at is null and exists (select from opened)
    ), unsaid as (
      ${withdrawn(sql`capsule_id = ${opening.id} and template in ('open', 'openOwner') and exists (select from opened)`)}
    )
    select id, review from opened`

/** What is marked as open stays open: one that was edited must not get as far. */
function refuseUnlessAsSealed({ keys, log }: Services, { envelope, ...row }: BondRow & { envelope: Envelope }): void {
  try {
    openKey(keys, bondOf(row), envelope)
  } catch (err) {
    log.error({ err, capsule: row.id }, 'a capsule is not what was sealed, and was not opened')
    throw refuse(NOT_AS_SEALED)
  }
}
