import { type RawBuilder, sql } from 'kysely'
import { LISTED, UNSEALED } from '#server/db/states.ts'

/**
 * Of a capsules row `c`: this person's, to be found, counted and looked back at. Whatever searches or counts one's own asks
 * this, so that what is not to be met again is left out in one place.
 */
export const isMine = (userId: number): RawBuilder<boolean> => sql<boolean>`(c.owner_id = ${userId} and ${LISTED})`

/** The same, of what its owner may read now; a diary that was never sealed is open from its beginning. */
export const isMineOpen = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`${isMine(userId)} and c.status = ${UNSEALED}`

/** When it was written: the day one finds it under. By this goes the index `capsules_written`. */
export const WRITTEN_AT = sql<string>`coalesce(c.sealed_at, c.created_at)`
