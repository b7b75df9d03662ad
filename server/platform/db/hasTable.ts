import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether there is such a table: not before the first migration, nor in what an older version has left. */
export async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(db)
  return rows[0]!.there
}
