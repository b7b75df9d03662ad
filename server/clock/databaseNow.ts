import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** The moment by the database's clock, in milliseconds. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db)
  return rows[0]!.now
}
