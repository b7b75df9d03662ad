import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Bound with the account itself, or a day ago: what somebody bound on a phone they found proves nothing yet. */
const SETTLED = sql<boolean>`i.created_at < now() - interval '1 day' or
  i.created_at = (select u.created_at from users u where u.id = i.user_id)`

/** Somebody's accounts at platforms, and whether each can prove who they are. */
export const identities = (db: Db, userId: number) =>
  db
    .selectFrom('identities as i')
    .select(['i.id', 'i.provider', SETTLED.as('settled')])
    .where('i.user_id', '=', userId)
