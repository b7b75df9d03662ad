import { type RawBuilder, sql } from 'kysely'
import { READABLE_STATES, SEALED_STATES, STATUS, TYPE } from '#contract/capsule.ts'

// The contract's numbers written out in a statement, not bound: by them the planner finds the partial indexes.

export const DRAFT = sql.lit(STATUS.draft)
export const UNSEALED = sql.lit(STATUS.unsealed)
export const DIARY = sql.lit(TYPE.diary)
/** The sealed states for the query builder's `in`. */
export const SEALED_LIST = SEALED_STATES.map((state) => sql.lit(state))
/** The sealed states for `in` of a statement that is written out. */
export const SEALED = sql`(${sql.join(SEALED_LIST)})`
export const READABLE = sql`(${sql.join(READABLE_STATES.map((state) => sql.lit(state)))})`
/** A condition on an author's id: this person has not blocked the author. */
export const notBlockedBy = (userId: number, author: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from blocks b where b.blocker_id = ${userId} and b.blocked_id = ${author})`
/** A condition on a capsules row: its owner has neither deleted nor hidden it, as owners' own lists show (docs/decisions/diaries.md). */
export const LISTED = sql<boolean>`(deleted_at is null and not hidden)`
/** A condition on a capsules row: opened to everybody. The partial indexes of public lists have the same condition. */
export const SHOWN = sql`(status = ${UNSEALED} and is_public = 1)`
