import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/platform/config.ts'
import type { Services } from '#server/platform/context.ts'
import { databaseIdentity } from '#server/platform/db/databaseIdentity.ts'
import type { Db } from '#server/platform/db/db.ts'
import { DataDirLocked } from '#server/platform/db/embedded/errors.ts'
import { lockFolder } from '#server/platform/db/embedded/lock.ts'
import { hasTable } from '#server/platform/db/hasTable.ts'
import { withEmbedded } from './scratch.ts'

type RestorePointServices = Pick<Services, 'config' | 'log'>

const placesIn = ({ dataDir }: Pick<Config, 'dataDir'>) => ({
  folder: join(dataDir, 'pg'),
  point: join(dataDir, 'pg.before'),
  part: join(dataDir, 'pg.before.part'),
  failed: join(dataDir, 'pg.failed'),
})

/**
 * A copy of the embedded database before its tables change; the next start finds the copy if this start does not come to its
 * end. A database on a server is not ours to copy (`npm run migrate`).
 */
export async function makeRestorePoint(config: Config, copyTo: (folder: string) => Promise<void>): Promise<void> {
  const { point, part } = placesIn(config)
  await rm(part, { recursive: true, force: true })
  await copyTo(part)
  await rename(part, point)
}

/** The upgrade has succeeded. */
export const dropRestorePoint = (config: Config): Promise<void> =>
  rm(placesIn(config).point, { recursive: true, force: true })

/**
 * Sets the database of an unfinished upgrade aside and puts back the copy from before it. True when there was such a copy; a
 * folder that a process holds – it may be upgrading just now – is left to that process.
 */
export async function putBackRestorePoint({ config, log }: RestorePointServices): Promise<boolean> {
  const { folder, point, failed } = placesIn(config)
  if (!existsSync(point)) return false
  const unlock = existsSync(folder) ? await lockFolder(folder).catch(unlessLocked) : () => {}
  if (!unlock) return false
  await rm(failed, { recursive: true, force: true })
  if (existsSync(folder)) await rename(folder, failed)
  unlock()
  await rename(point, folder)
  // Nothing was sent since: this is no backup of which nobody knows what went out.
  await withEmbedded(folder, log, (db) => settle(config, db))
  await rm(failed, { recursive: true, force: true })
  log.warn({ folder }, 'an upgrade did not come to its end: the database is as it was before it')
  return true
}

function unlessLocked(error: unknown): undefined {
  if (!(error instanceof DataDirLocked)) throw error
}

async function settle(config: Config, db: Db): Promise<void> {
  const place = await databaseIdentity({ ...config, databaseUrl: undefined }, db)
  if (await hasTable(db, 'clock')) await sql`update clock set place = ${place}`.execute(db)
  if (await hasTable(db, 'logs')) await sql`update logs set place = ${place}`.execute(db)
}
