import { randomUUID } from 'node:crypto'
import { opendir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyOf, MEDIA_KINDS } from '#contract/media.ts'
import { refuse } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { clearParts, nothingIfMissing, pathOf } from './files.ts'

const OWNER = 'owner'
const OLD_MS = 7 * 86_400_000
const BATCH = 500

/** A new folder belongs to this database from now on; one that has another's name, or none, is nobody's to clear. */
export async function claim(root: string, db: Db, isNew: boolean): Promise<void> {
  if ((await findName(db)) === undefined) await giveName(db)
  if (isNew) await writeFile(join(root, OWNER), await nameOf(db), { flag: 'wx', mode: 0o600 })
}

/** Before objects are put there: an empty folder becomes this database's. Refuses one that is another's. */
export async function claimOrRefuse(root: string, db: Db, isNew: boolean): Promise<void> {
  await claim(root, db, isNew)
  const owner = await readFile(join(root, OWNER), 'utf8').catch(nothingIfMissing)
  if (owner !== (await nameOf(db))) throw refuse(`媒体文件夹 ${root} 属于另一个数据库，请换一个空文件夹`)
}

type Clearing = Pick<Services, 'db' | 'log'> & { root: string }

/**
 * Uploads cut short leave parts, and objects without a row: nobody can read those any more. They go when they are a week
 * old – and only in a folder of this very database, or a fresh one would clear all that another holds.
 */
export async function clearRemains({ root, db, log }: Clearing, now: Date): Promise<void> {
  await clearParts(root, now)
  const owner = await readFile(join(root, OWNER), 'utf8').catch(nothingIfMissing)
  if (owner !== (await nameOf(db))) return log.warn('the media folder is another database’s: nothing is cleared in it')
  let batch: string[] = []
  for await (const key of keysIn(root)) {
    if (!(await isOld(root, key, now))) continue
    batch.push(key)
    if (batch.length < BATCH) continue
    await clearUnknown(root, db, batch)
    batch = []
  }
  await clearUnknown(root, db, batch)
}

async function giveName(db: Db): Promise<void> {
  await db
    .insertInto('keyring')
    .values({ key_id: 'media', fingerprint: randomUUID() })
    .onConflict((at) => at.doNothing())
    .execute()
}

async function nameOf(db: Db): Promise<string> {
  const name = await findName(db)
  if (name === undefined) throw new Error('the database has no name for its media')
  return name
}

async function findName(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('keyring').select('fingerprint').where('key_id', '=', 'media').executeTakeFirst()
  return row?.fingerprint
}

async function* keysIn(root: string): AsyncGenerator<string> {
  for (const kind of MEDIA_KINDS) {
    for await (const owner of await opendir(join(root, kind))) {
      if (!owner.isDirectory()) continue
      for await (const { name } of await opendir(join(root, kind, owner.name))) {
        const key = `${kind}/${owner.name}/${name}`
        if (keyOf(key) === key) yield key
      }
    }
  }
}

async function isOld(root: string, key: string, now: Date): Promise<boolean> {
  const found = await stat(pathOf(root, key)).catch(nothingIfMissing)
  return found !== undefined && now.getTime() - found.mtimeMs > OLD_MS
}

async function clearUnknown(root: string, db: Db, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = await db.selectFrom('objects').select('key').where('key', 'in', keys).execute()
  const known = new Set(rows.map(({ key }) => key))
  for (const key of keys.filter((key) => !known.has(key))) await rm(pathOf(root, key), { force: true })
}
