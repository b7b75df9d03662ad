import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const LOCK = 7_203_411_960

type Migration = { name: string; text: string; sha256: string }
type Applied = { name: string; sha256: string }

/** Runs the numbered files that were not run yet, each in one transaction, under one lock. Returns their names. */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  const files = await readMigrations()
  return db.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(db)
    try {
      return await runMissing(db, files)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(db)
    }
  })
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function runMissing(db: Kysely<Tables>, files: Migration[]): Promise<string[]> {
  await sql`create table if not exists migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(db)
  const { rows } = await sql<Applied>`select name, sha256 from migrations order by name`.execute(db)
  refuseStrangers(rows, files)
  const missing = files.slice(rows.length)
  for (const { name, text, sha256 } of missing) {
    await db.transaction().execute(async (db) => {
      await sql.raw(text).execute(db)
      await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`.execute(db)
    })
  }
  return missing.map(({ name }) => name)
}

/** A newer database, or a file changed after it ran, is not ours to touch. */
function refuseStrangers(applied: Applied[], files: Migration[]): void {
  applied.forEach(({ name, sha256 }, index) => {
    const file = files[index]
    if (file?.name !== name) throw new Error(`数据库里有本版本不认识的迁移 ${name}，请使用更新的版本。`)
    if (file.sha256 !== sha256) throw new Error(`迁移文件 ${name} 在执行之后被修改过，拒绝启动。`)
  })
}
