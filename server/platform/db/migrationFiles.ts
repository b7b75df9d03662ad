import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** First line of a file whose tables versions that do not know it can go on working with (CONTRIBUTING.md). */
const COMPATIBLE = '-- compatible\n'
/** First line, or the one after it, of a file of indexes that are built while people write. */
const CONCURRENTLY = '-- concurrently\n'
const INDEX = /^create (?:unique )?index concurrently if not exists (\w+) on /

export type Index = { name: string; text: string }
export type Migration = { name: string; text: string; sha256: string; compatible: boolean; indexes?: Index[] }
type Applied = Pick<Migration, 'name' | 'sha256' | 'compatible'>

/** Every numbered file, in order; `upTo` is the last one to read. */
export async function readMigrations(upTo?: string): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && (!upTo || name <= upTo)).sort()
  return Promise.all(names.map(async (name) => parse(name, await readFile(new URL(name, FOLDER), 'utf8'))))
}

function parse(name: string, text: string): Migration {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const compatible = text.startsWith(COMPATIBLE)
  const below = compatible ? text.slice(COMPATIBLE.length) : text
  const migration = { name, text, sha256, compatible }
  if (!below.startsWith(CONCURRENTLY)) return migration
  return { ...migration, indexes: indexesIn(name, below.slice(CONCURRENTLY.length)) }
}

/** Outside a transaction each statement must be one that can be run again, so nothing else is let in. */
function indexesIn(name: string, text: string): Index[] {
  const statements = text.replace(/^--.*\n/gm, '').split(/;\s*(?:\n|$)/)
  return statements
    .filter((statement) => statement.trim())
    .map((statement) => {
      const index = INDEX.exec(statement.trim())?.[1]
      if (!index) throw new Error(`${name} builds indexes concurrently, and nothing else: ${statement.trim()}`)
      return { name: index, text: statement.trim() }
    })
}

/** The migrations that have run, in order. The column `compatible` is newer than the table, and may be missing. */
export const readApplied = async (db: Kysely<Tables>): Promise<Applied[]> =>
  (
    await sql<Applied>`
      select name, sha256, coalesce((to_jsonb(migrations) ->> 'compatible')::boolean, false) as compatible
      from migrations order by name`.execute(db)
  ).rows

/**
 * The migrations that are still to run. Throws where the database is not ours to touch: a file was changed after it ran, or a
 * newer version has run one that this version does not know and that is not marked as compatible.
 */
export function missingOf(applied: Applied[], files: Migration[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]))
  const own = applied.filter(({ name }) => known.has(name))
  for (const { name, sha256 } of own) {
    if (known.get(name)!.sha256 !== sha256) throw new Error(`迁移文件 ${name} 在执行之后被修改过，拒绝启动。`)
  }
  const missing = files.slice(own.length)
  const skipped = files.find(({ name }, index) => own[index] && own[index].name !== name)
  if (skipped) throw new Error(`迁移 ${skipped.name} 没有执行，而它之后的已经执行，拒绝启动。`)
  const stranger = applied.find(({ name, compatible }) => !known.has(name) && (!compatible || missing.length > 0))
  if (stranger) throw new Error(`数据库里有本版本不认识的迁移 ${stranger.name}，请使用更新的版本。`)
  return missing
}
