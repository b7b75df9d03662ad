import { type RawBuilder, sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import type { ContactChannel } from '#contract/notice.ts'
import { NOT_AS_SEALED } from '#contract/unseal.ts'
import { publishJustOpened } from '#server/capsules/publishing/publishOpened.ts'
import { refuse } from '#server/core/fail.ts'
import { dueBy } from '#server/platform/clock/clockRow.ts'
import type { Services } from '#server/platform/context.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { SEALED } from '#server/platform/db/states.ts'
import { BINDING_COLUMNS, type BindingRow, bindingOf } from '#server/platform/keys/binding.ts'
import { type Envelope, openKey } from '#server/platform/keys/envelope.ts'
import { withdrawn } from '#server/platform/message/queue.ts'

/** Who opens which capsule; `latest` of the clock. */
type Opening = { id: number; by: 'owner' | ContactChannel; latest: string }
type Condition<V> = (values: V, due: RawBuilder<string>) => RawBuilder<unknown>

/**
 * One way to open capsules, its statements made once: `condition` is the further one, about `c`, the capsules row, and has to
 * compare its day with the moment up to which due capsules may be opened. The function returned opens a capsule that is still as
 * it was sealed, in one statement that states its condition, and says whether there was one to open. A waiting application closes
 * itself, and notices of the opening day that are still to be sent are withdrawn. A capsule that was sealed to be public is
 * looked at first.
 */
export function makeOpenStatement<V extends object>(condition: Condition<V & { id: number }>) {
  const unlocked = prepared((values: V & Opening) => readUnlocked(values, condition(values, dueBy(values.latest))))
  const opened = prepared((values: V & Opening & { opens: string }) =>
    open(values, condition(values, dueBy(values.latest))),
  )
  return async (services: Services, values: V & Omit<Opening, 'latest'>): Promise<boolean> => {
    const { db, clock } = services
    const [sealed] = await unlocked(db, { ...values, latest: clock.latest() })
    if (!sealed) return false
    refuseUnlessAsSealed(services, sealed)
    const [row] = await opened(db, { ...values, latest: clock.latest(), opens: sealed.open_time! })
    if (row?.review) await publishJustOpened(services, row.id)
    return row !== undefined
  }
}

const openable = ({ id }: Opening, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`c.id = ${id} and c.status in ${SEALED} and ${condition}`

const readUnlocked = (opening: Opening, condition: RawBuilder<unknown>) =>
  sql<
    BindingRow & { envelope: Envelope }
  >`select ${sql.join(BINDING_COLUMNS.map((column) => sql.ref(column)))}, k.envelope
    from capsules c join capsule_contents k on k.capsule_id = c.id
    where ${openable(opening, condition)}`

const open = (opening: Opening & { opens: string }, condition: RawBuilder<unknown>) =>
  sql<{ id: number; review: string | null }>`
    with opened as (
      update capsules c
      set status = ${STATUS.unsealed}, open_at = now(), updated_at = now(), notice_at = null, opened_by = ${opening.by},
        is_public = 0, review = case when c.is_public = 1 then 'looking' end
      where ${openable(opening, condition)} and c.open_time = ${opening.opens}::timestamptz
      returning c.id, c.review
    ), closed as (
      update applications set closed_at = now(), state = 'closed'
      where capsule_id = ${opening.id} and closed_at is null and exists (select from opened)
    ), unsaid as (
      ${withdrawn(sql`capsule_id = ${opening.id} and template in ('open', 'openOwner') and exists (select from opened)`)}
    )
    select id, review from opened`

/** A capsule marked as open stays open: one that was edited must not get as far. */
export function refuseUnlessAsSealed(
  { keys, log }: Pick<Services, 'keys' | 'log'>,
  { envelope, ...row }: BindingRow & { envelope: Envelope },
): void {
  try {
    openKey(keys, bindingOf(row), envelope)
  } catch (err) {
    log.error({ err, capsule: row.id }, 'a capsule is not what was sealed, and was not opened')
    throw refuse(NOT_AS_SEALED)
  }
}
