import { type Kysely, sql } from 'kysely'
import type { Tx } from './db.ts'
import { hasTable } from './hasTable.ts'
import { type Migration, missingOf, readApplied, readMigrations } from './migrationFiles.ts'
import type { Tables } from './tables.ts'

/** How migrations are run: `patiently` in a transaction; `concurrently`, if given, builds indexes while people write. */
export type MigrationRun = {
  patiently: (what: string, work: (db: Tx) => Promise<unknown>) => Promise<unknown>
  concurrently?: (migration: Migration) => Promise<unknown>
}

/**
 * Runs the numbered files that were not run yet, each in one transaction, in a database where nobody else works (upgrade.ts is
 * for those where somebody does). Returns their names. `upTo` is the last one to run: an older version's data is put back into
 * the tables of that version.
 */
export const migrate = async (db: Kysely<Tables>, upTo?: string): Promise<string[]> =>
  runMissing(db, await readMigrations(upTo), { patiently: (_what, work) => db.transaction().execute(work) })

/** Runs those of these files that the database has not run, in order, and notes each; returns their names. */
export async function runMissing(db: Kysely<Tables>, files: Migration[], run: MigrationRun): Promise<string[]> {
  if (!(await knowsMarks(db))) await run.patiently('migrations', makeTable)
  const missing = missingOf(await readApplied(db), files)
  for (const migration of missing) {
    if (migration.indexes && run.concurrently) {
      await run.concurrently(migration)
      await note(db, migration)
      continue
    }
    await run.patiently(migration.name, async (db) => {
      await sql.raw(textAlone(migration)).execute(db)
      await note(db, migration)
    })
  }
  return namesOf(missing)
}

/** The names of the migrations that have run, in order, and of those still to run. Throws where the database is not ours. */
export async function migrationsOf(db: Kysely<Tables>): Promise<{ applied: string[]; missing: string[] }> {
  const files = await readMigrations()
  const applied = (await hasTable(db, 'migrations')) ? await readApplied(db) : []
  return { applied: namesOf(applied), missing: namesOf(missingOf(applied, files)) }
}

/** For a start that cannot write, for this reason: throws a sentence unless nothing is left to run. */
export async function checkMigrated(db: Kysely<Tables>, noWrites: string): Promise<void> {
  const [next] = missingOf(await readApplied(db), await readMigrations())
  if (next) throw new Error(`${noWrites}：升级数据库（${next.name}）需要写入，暂时无法启动。`)
}

const namesOf = (migrations: readonly { name: string }[]): string[] => migrations.map(({ name }) => name)

/** A migration's text for a transaction, in which no index can be built concurrently. */
const textAlone = ({ text, indexes }: Migration): string =>
  indexes ? indexes.map((index) => index.text.replace(' concurrently', '')).join(';\n') : text

const note = (db: Kysely<Tables>, { name, sha256, compatible }: Migration) =>
  sql`insert into migrations (name, sha256, compatible) values (${name}, ${sha256}, ${compatible})`.execute(db)

async function makeTable(db: Tx): Promise<void> {
  await sql`create table if not exists migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(db)
  await sql`alter table migrations add column if not exists compatible boolean not null default false`.execute(db)
}

/** Checked first: altering the table, even to no purpose, waits for every backup that reads it. */
async function knowsMarks(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'compatible') as known`.execute(
    db,
  )
  return rows[0]!.known
}
