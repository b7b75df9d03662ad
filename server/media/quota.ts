import { sql } from 'kysely'
import { UPLOAD } from '#contract/media.ts'
import type { Db } from '#server/context.ts'

/** Why this person may not keep so many bytes more, or undefined. `quota` in bytes; everything they uploaded counts. */
export async function whyNoRoom(db: Db, quota: number, userId: number, bytes: number): Promise<string | undefined> {
  const { used } = await db
    .selectFrom('objects')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('used'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  return used + bytes > quota ? UPLOAD.full : undefined
}
