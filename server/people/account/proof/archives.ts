import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Ends the archives of a person: at once, in the middle of a download too. Names of things stay in none. */
export async function endArchives(db: Db, userId: number): Promise<void> {
  await sql`update archives set ended_at = now(), missing = '[]' where user_id = ${userId} and ended_at is null`.execute(
    db,
  )
}
