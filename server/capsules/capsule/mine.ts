import { type RawBuilder, sql } from 'kysely'
import { LISTED, UNSEALED } from '#server/platform/db/states.ts'

/**
 * Whether a capsules row `c` is this person's, to be found, counted and looked back at. Every search or count of a person's own
 * capsules includes this, so that those not to be met again are left out in one place.
 */
export const isMine = (userId: number): RawBuilder<boolean> => sql<boolean>`(c.owner_id = ${userId} and ${LISTED})`

/** Whether it is this person's to read now; a diary that was never sealed is open from its beginning. */
export const isMineOpen = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`${isMine(userId)} and c.status = ${UNSEALED}`

/** When it was written: the day one finds it under. By this goes the index `capsules_written`. */
export const WRITTEN_AT = sql<string>`coalesce(c.sealed_at, c.created_at)`
