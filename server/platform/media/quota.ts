import { sql } from 'kysely'
import { UPLOAD } from '#contract/upload.ts'
import type { Db } from '#server/platform/db/db.ts'

/** An object weighs at least so much: a file of one byte has a row and a place on the disk like any other. */
const LEAST_BYTES = 64 * 1024

/** How much an object of so many bytes counts. */
export const weightOf = (bytes: number): number => Math.max(bytes, LEAST_BYTES)

/** Why this person may not keep so many bytes more, or undefined. `quota` in bytes; everything they uploaded counts. */
export const whyNoRoom = async (db: Db, quota: number, userId: number, bytes: number): Promise<string | undefined> =>
  weightOf(bytes) > (await roomOf(db, quota, userId)) ? UPLOAD.full : undefined

/** How many bytes this person may still upload. */
export async function roomOf(db: Db, quota: number, userId: number): Promise<number> {
  const { used } = await db
    .selectFrom('objects')
    .select(sql<number>`coalesce(sum(greatest(size, ${sql.lit(LEAST_BYTES)})), 0)::bigint`.as('used'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Math.max(0, quota - used)
}
