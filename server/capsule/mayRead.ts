import { type RawBuilder, sql } from 'kysely'

/**
 * The one rule of who may see a capsule's content now: the owner of an open one, anyone signed in of a public open
 * one, the owner of a draft. Everything that reads content asks it, inside the query, by the database's own state.
 * `c` is the capsules row.
 */
export const mayRead = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`((c.status in (0, 2) and c.owner_id = ${userId}) or (c.status = 2 and c.is_public = 1))`

/** Who may know that it is there: besides those, its owner. */
export const maySee = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`(c.owner_id = ${userId} or (c.status = 2 and c.is_public = 1))`
