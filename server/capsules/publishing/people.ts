import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { UNSEALED } from '#server/platform/db/states.ts'

/** Holds all that a person shows or wants to show, before anything of it goes or comes. */
export async function holdPublicSide(db: Tx, userId: number): Promise<void> {
  await lockCapsules(db)
    .select('c.id')
    .where('c.owner_id', '=', userId)
    .where(sql<boolean>`(c.is_public = 1 or c.review is not null)`)
    .where('c.status', '=', UNSEALED)
    .execute()
}

/** A person and everything public of theirs goes from every public surface at once. They are held. */
export async function hidePerson(db: Tx, userId: number, hidden: 'reported' | 'banned'): Promise<void> {
  await db.updateTable('users').set({ hidden }).where('id', '=', userId).execute()
  await db
    .updateTable('capsules')
    .set({ is_public: 0, review: 'author' })
    .where('owner_id', '=', userId)
    .where('status', '=', UNSEALED)
    .where('is_public', '=', 1)
    .execute()
}

/** They come back, and what waited for them with them. They are held. */
export async function showPerson(db: Tx, userId: number): Promise<void> {
  await db.updateTable('users').set({ hidden: null }).where('id', '=', userId).execute()
  await db
    .updateTable('capsules')
    .set({ is_public: 1, review: null })
    .where('owner_id', '=', userId)
    .where('review', '=', 'author')
    .execute()
}
