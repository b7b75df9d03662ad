import { type RawBuilder, sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import { SEALED, UNSEALED } from '#server/platform/db/states.ts'

const APPROVED = sql.lit(STATUS.approved)

/** By its owner, by the clock's `due`: an application that was approved is as good as the open time. `c` is the capsules row. */
export const mayOpen = (due: RawBuilder<string>) =>
  sql<boolean>`case when c.status = ${APPROVED} then 'epoch'::timestamptz else c.open_time end <= ${due}`

/**
 * Whether its day has come, for a person with its link; an early unsealing is the owner's alone. For a capsule opened on its day
 * or later it has come also while nothing may be opened: a reader who is in stays in.
 */
export const hasCome = (due: RawBuilder<string>) =>
  sql<boolean>`(c.open_time <= ${due} or c.status = ${UNSEALED} and c.open_at >= c.open_time and ${due} = '-infinity')`

/** Whether a capsule that has fallen due may not be due by a clock that can be trusted. */
export const isTimeHeld = (due: RawBuilder<string>) => sql<boolean>`(${due} < now())`

/** Whether it could be opened, but for a clock that is not trusted. */
export const isHeld = (due: RawBuilder<string>) =>
  sql<boolean>`(c.status in ${SEALED} and (c.status = ${APPROVED} or c.open_time <= now()) and not ${mayOpen(due)})`
