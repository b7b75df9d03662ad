import { type RawBuilder, sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import { SEALED } from '#server/db/states.ts'

const APPROVED = sql.lit(STATUS.approved)

/** By its owner, by the clock's `due`: an application that was approved is as good as the open time. `c` is the capsules row. */
export const mayOpen = (due: RawBuilder<string>) =>
  sql<boolean>`case when c.status = ${APPROVED} then 'epoch'::timestamptz else c.open_time end <= ${due}`

/** It could be opened, but for a clock that is not trusted. */
export const isHeld = (due: RawBuilder<string>) =>
  sql<boolean>`(c.status in ${SEALED} and (c.status = ${APPROVED} or c.open_time <= now()) and not ${mayOpen(due)})`
