import { type RawBuilder, sql } from 'kysely'

/** Whether this person likes `c`, the capsules row; nobody in particular does not. */
export const lovedBy = (userId: number | undefined): RawBuilder<boolean> =>
  userId === undefined
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from loves l where l.capsule_id = c.id and l.user_id = ${userId})`
