import { join } from 'node:path'
import { sql } from 'kysely'
import { refuse } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'
import { migrate, migrationsOf } from '#server/platform/db/migrate.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { readTables } from './catalog.ts'
import { linesIn } from './files.ts'
import { loadSequences, loadTables } from './load.ts'
import type { Manifest } from './manifest.ts'

/**
 * Puts the database of a backup into an empty one, in the tables of the version that made it. The migrations of a newer
 * version run when that version starts.
 */
export async function fillDatabase(db: Db, folder: string, manifest: Manifest): Promise<void> {
  const files = new Map(manifest.tables.map(({ name, file }) => [name, file.path]))
  await makeTables(db, manifest)
  await refuseOtherTables(db, manifest)
  await inTransaction(db, async (db) => {
    await loadTables(db, manifest.tables, ({ name }) => linesIn(join(folder, files.get(name)!)))
    await loadSequences(db, manifest.sequences)
  })
  await sql`analyze`.execute(db)
}

/** A fresh embedded database comes with the tables of this version; the backup may be of an older one. */
async function makeTables(db: Db, { migrations }: Manifest): Promise<void> {
  const { applied } = await migrationsOf(db)
  if (applied.length > migrations.length) await sql`drop schema public cascade`.execute(db)
  await sql`create schema if not exists public`.execute(db)
  await migrate(db, migrations.at(-1) ?? '')
}

/** Tables that are not those of the backup would take its rows for something else. */
async function refuseOtherTables(db: Db, { tables }: Manifest): Promise<void> {
  const here = JSON.stringify((await readTables(db)).map(shapeOf))
  if (here !== JSON.stringify(tables.map(shapeOf))) throw refuse('备份里的表与本程序的迁移不符，无法恢复')
}

const shapeOf = ({ name, columns }: Pick<Manifest['tables'][number], 'name' | 'columns'>) => ({ name, columns })
