import { type RawBuilder, sql } from 'kysely'

/** Who wants to see a capsule: somebody signed in, somebody with the link its owner shared, or both. */
export type Viewer = { userId: number | undefined; shareHash: Buffer | undefined }

/**
 * The one rule of who may see a capsule's content now: the owner of an open one, anyone signed in of a public open
 * one, whoever has the link of a shared open one, the owner of a draft. Everything that reads content asks it, inside
 * the query, by the database's own state. `c` is the capsules row.
 */
export const mayRead = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`((c.status in (0, 2) and ${isOwner(viewer)}) or ${isShown(viewer)})`

/** Who may know that it is there: besides those, its owner. */
export const maySee = (viewer: Viewer): RawBuilder<boolean> => sql<boolean>`(${isOwner(viewer)} or ${isShown(viewer)})`

const isOwner = ({ userId }: Viewer): RawBuilder<boolean> =>
  userId === undefined ? sql<boolean>`false` : sql<boolean>`c.owner_id = ${userId}`

const isShown = ({ userId, shareHash }: Viewer): RawBuilder<boolean> => {
  const publicly = userId === undefined ? sql`false` : sql`c.is_public = 1`
  const byLink = shareHash
    ? sql`exists (select from shares s where s.capsule_id = c.id and s.token_hash = ${shareHash}::bytea)`
    : sql`false`
  return sql<boolean>`(c.status = 2 and (${publicly} or ${byLink}))`
}
