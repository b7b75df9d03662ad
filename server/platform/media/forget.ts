import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'

type Ids =
  | SelectQueryBuilder<Tables, 'capsules', { id: number }>
  | SelectQueryBuilder<Tables & { c: Tables['capsules'] }, 'c', { id: number }>

/** Takes objects out of capsules that are about to go; without their key nobody can read them any more. */
export async function unlockObjects(db: Db, capsules: Ids): Promise<void> {
  await db.updateTable('objects').set({ sealed_in: null, wrap: null }).where('sealed_in', 'in', capsules).execute()
}

/** Everything of a closed account that no remaining capsule names goes with the next clearing. */
export async function dropObjects(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('objects')
    .set({ wrap: null, avatar_of: null, loose_since: ago('8 days'), doomed_at: ago('2 hours') })
    .where('owner_id', '=', userId)
    .where('sealed_in', 'is', null)
    .where((at) => at.not(at.exists(at.selectFrom('capsule_media').whereRef('capsule_media.key', '=', 'objects.key'))))
    .execute()
}

/** Objects among these that nothing names any more go with the next clearing: what named them is gone by its owner's wish. */
export async function dropUnnamed(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('objects')
    .set({ loose_since: ago('8 days'), doomed_at: ago('2 hours') })
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .where('loose_since', 'is not', null)
    .where('avatar_of', 'is', null)
    .execute()
}

const ago = (span: string): RawBuilder<string> => sql<string>`now() - ${sql.lit(span)}::interval`
