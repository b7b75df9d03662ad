import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { APP_VERSION } from '#contract/system.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { hasTable } from '#server/platform/db/hasTable.ts'
import { keysOf } from '#server/platform/keys/keyring.ts'
import { openRawObjects } from '#server/platform/media/rawObjects.ts'
import { logKeys } from '#server/upkeep/receipts/logKeys.ts'
import { differences, faultsOf } from './check.ts'
import { copyObjects } from './copyObjects.ts'
import { dumpDatabase, fileOf } from './dump.ts'
import { fillDatabase } from './fill.ts'
import { FORMAT, type Manifest, writeManifest } from './manifest.ts'
import { folderOf, nameAt } from './places.ts'
import { inScratchDatabase, inScratchFolder } from './scratch.ts'
import type { Source } from './source.ts'

/** Up to so many characters of rows a backup is proven in an embedded engine; beyond that it takes a server. */
const EMBEDDED_MOST_CHARS = 5_000_000_000

export type BackupServices = Pick<Services, 'config' | 'log' | 'now'>
/** `place` holds all backups; without `media` the objects are left out. */
export type Making = { place: string; source: Source; media: boolean }
/** `prunes`: the clock of the database can be trusted to say which backups are old. */
export type Made = { folder: string; manifest: Manifest; prunes: boolean; faults: string[] }

/**
 * Copies the database, then every object it names, writes down their tallies, and puts the database back into a scratch one to
 * see that it is the same. Only without `faults` is it good; a fault is a sentence.
 */
export async function makeBackup(needed: BackupServices, { place, source, media }: Making): Promise<Made> {
  const { config, now } = needed
  const madeAt = now()
  const folder = folderOf(place, nameAt(madeAt))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { keys, prunes, ...database } = await source(async (db) => ({
    keys: await keysOf(db, config),
    prunes: await mayPrune(db),
    log_keys: await publicKeys(db),
    ...(await dumpDatabase(db, folder)),
  }))
  const table = database.tables.find((table) => table.name === 'objects')!
  const raw = openRawObjects({ config, keys })
  const copied = media ? await copyObjects({ place, folder, tableFile: fileOf('objects'), table, raw }) : undefined
  const manifest: Manifest = {
    format: FORMAT,
    made_at: madeAt.toISOString(),
    version: APP_VERSION,
    engine: config.databaseUrl ? 'server' : 'embedded',
    store: config.bucket?.kind ?? 'disk',
    key: keys.fingerprint,
    ...database,
    ...(copied && { objects: copied.objects }),
  }
  await writeManifest(folder, manifest)
  const missing = (copied?.missing ?? []).map((key) => `缺少文件 ${key}：数据库里有，存储里没有，或长度不对`)
  return { folder, manifest, prunes, faults: [...missing, ...(await prove(needed, { place, folder, manifest }))] }
}

/** The tables may be those of a version that had no log. */
const publicKeys = async (db: Db): Promise<string[]> => ((await hasTable(db, 'log_keys')) ? logKeys(db) : [])

/**
 * Not by a clock that nobody has compared: a command on a stopped service finds what the last process left. The tables may be
 * those of an earlier version, whose clock did not wait.
 */
async function mayPrune(db: Db): Promise<boolean> {
  if (!(await hasTable(db, 'clock'))) return true
  const { rows } = await sql<{ may: boolean }>`
    select held is null and not restored and now() - last_at between interval '-5 minutes' and interval '1 day'
      and (not row ? 'erases_at' or coalesce((row ->> 'erases_at')::timestamptz <= now(), false)) as may
    from (select held, restored, last_at, to_jsonb(c) as row from clock c) c`.execute(db)
  return rows[0]?.may ?? true
}

type Proving = { place: string; folder: string; manifest: Manifest }

/** Puts the database of a backup back into a scratch one; tells what is not as it was, a sentence each. */
export async function prove(needed: BackupServices, { place, folder, manifest }: Proving): Promise<string[]> {
  const { directUrl } = needed.config
  const look = async (db: Db) => {
    await fillDatabase(db, folder, manifest)
    return [...(await differences(db, manifest)), ...(await faultsOf(db, await keysOf(db, needed.config)))]
  }
  if (directUrl && manifest.chars > EMBEDDED_MOST_CHARS) return inScratchDatabase(directUrl, look)
  return inScratchFolder(place, needed.log, look)
}
