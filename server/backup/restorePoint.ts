import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db, Services } from '#server/context.ts'
import { DataDirLocked } from '#server/db/embedded/errors.ts'
import { lockFolder } from '#server/db/embedded/lock.ts'
import { hasTable } from '#server/db/hasTable.ts'
import { placeOf } from '#server/db/place.ts'
import { withEmbedded } from './scratch.ts'

type Needed = Pick<Services, 'config' | 'log'>

const placesIn = ({ dataDir }: Pick<Config, 'dataDir'>) => ({
  folder: join(dataDir, 'pg'),
  point: join(dataDir, 'pg.before'),
  part: join(dataDir, 'pg.before.part'),
  failed: join(dataDir, 'pg.failed'),
})

/**
 * A copy of the embedded database before its tables change; whoever starts next finds it, should this start not come to its
 * end. On a server this is not ours to do (`npm run migrate`).
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
 * What an upgrade that came to no end left is set aside for the database as it was before. True when there was one; a folder
 * that somebody owns – they may be upgrading it just now – is left to them.
 */
export async function putBackRestorePoint({ config, log }: Needed): Promise<boolean> {
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
  if (await hasTable(db, 'clock'))
    await sql`update clock set place = ${await placeOf({ ...config, databaseUrl: undefined }, db)}`.execute(db)
}
