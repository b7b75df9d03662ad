import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { refuse } from '#server/core/fail.ts'
import { holdSending } from '#server/platform/clock/clockRow.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/db.ts'
import { syncFile } from '#server/platform/db/embedded/syncTree.ts'
import { openMaintenanceConnection } from '#server/platform/db/maintenanceConnection.ts'
import { isHalfRestored, markRestoring, restoringFolder, unmarkRestoring } from '#server/platform/db/unfinished.ts'
import { keysOf } from '#server/platform/keys/keyring.ts'
import { plainSizeOf } from '#server/platform/media/disk/cipher.ts'
import { openRawObjects } from '#server/platform/media/rawObjects.ts'
import { differences } from './check.ts'
import { listedObjects } from './copyObjects.ts'
import { fillDatabase } from './fill.ts'
import type { BackupServices } from './make.ts'
import type { Manifest } from './manifest.ts'
import { pooledPath } from './pool.ts'
import { withEmbedded } from './scratch.ts'

type Restoring = { place: string; folder: string; manifest: Manifest }
type Work = (db: Db) => Promise<void>

/**
 * Puts a backup where the configuration names an empty database, all of it or nothing that starts, and holds the clock's sending:
 * messages sent since the backup are not known. Throws a sentence where something lies there already.
 */
export async function restoreBackup(needed: BackupServices, restoring: Restoring): Promise<void> {
  const { config } = needed
  const work: Work = (db) => putBack(db, config, restoring)
  if (config.directUrl) await intoServer(config.directUrl, work)
  else await intoFolder(needed, work)
}

/** Refuses a target that holds anything; asked before the backup is read through, which takes its time. */
export async function refuseUnlessEmpty(config: Config): Promise<void> {
  if (!config.directUrl) return refuseUnlessEmptyFolder(config)
  const { db, close } = openMaintenanceConnection(config.directUrl)
  await refuseUnlessEmptyServer(db).finally(close)
}

async function refuseUnlessEmptyFolder({ dataDir }: Config): Promise<void> {
  const folder = join(dataDir, 'pg')
  const found = existsSync(folder) ? await readdir(folder) : []
  if (found.length > 0) throw refuse(`${folder} 不是空的，没有改动任何东西。请换一个 DATA_DIR，或先把它移走。`)
}

async function refuseUnlessEmptyServer(db: Db): Promise<void> {
  if (await isHalfRestored(db)) return
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v')
    limit 1`.execute(db)
  if (rows[0]) throw refuse(`这个数据库不是空的（里面有 ${rows[0].name}），没有改动任何东西。请换一个新建的数据库。`)
}

async function putBack(db: Db, config: Config, { place, folder, manifest }: Restoring): Promise<void> {
  await fillDatabase(db, folder, manifest)
  const faults = await differences(db, manifest)
  if (faults.length > 0) throw refuse(faults.join('\n'))
  if (manifest.objects) {
    const raw = openRawObjects({ config, keys: await keysOf(db, config) })
    await raw.claim(db)
    for await (const object of listedObjects(folder)) {
      await raw.put({ key: object.key, size: plainSizeOf(object.bytes) }, pooledPath(place, object))
    }
  }
  await holdSending(db)
}

/** Beside the place of the database until all is there: what is cut short is begun again from the start. */
async function intoFolder({ config, log }: BackupServices, work: Work): Promise<void> {
  const { dataDir } = config
  const [part, folder] = [restoringFolder(dataDir), join(dataDir, 'pg')]
  await rm(part, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await withEmbedded(part, log, work)
  // Somebody may have begun there since it was looked at; only an empty folder gives way.
  await refuseUnlessEmptyFolder(config)
  if (existsSync(folder)) await rmdir(folder)
  await rename(part, folder)
  await syncFile(dataDir)
}

async function intoServer(directUrl: string, work: Work): Promise<void> {
  const { db, close } = openMaintenanceConnection(directUrl)
  try {
    // Reading the backup took its time, in which somebody may have begun there.
    await refuseUnlessEmptyServer(db)
    await markRestoring(db)
    await work(db)
    await unmarkRestoring(db)
  } finally {
    await close()
  }
}
