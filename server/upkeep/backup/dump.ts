import type { Db } from '#server/platform/db/db.ts'
import { migrationsOf } from '#server/platform/db/migrate.ts'
import { readSequences, readTables } from './catalog.ts'
import { writeLines } from './files.ts'
import { readLedger } from './ledger.ts'
import type { Manifest } from './manifest.ts'
import { readLines } from './rows.ts'

type Database = Pick<Manifest, 'migrations' | 'tables' | 'chars' | 'sequences' | 'ledger'>

export const fileOf = (table: string): string => `database/${table}.ndjson.gz`

/** Every row of a database, of which nothing may change meanwhile, into files of this folder. */
export async function dumpDatabase(db: Db, folder: string): Promise<Database> {
  const { applied } = await migrationsOf(db)
  const tables: Manifest['tables'] = []
  let chars = 0
  for (const table of await readTables(db)) {
    const { tally, file, ...lines } = await writeLines(folder, fileOf(table.name), readLines(db, table))
    tables.push({ ...table, ...tally, file })
    chars += lines.chars
  }
  return { migrations: applied, tables, chars, ledger: await readLedger(db), sequences: await readSequences(db) }
}
