import type { FastifyBaseLogger } from 'fastify'
import { type Logger, pino } from 'pino'
import { clearCopies } from '#server/backup/copies.ts'
import { dropRestorePoint, makeRestorePoint, putBackRestorePoint } from '#server/backup/restorePoint.ts'
import { makeClock } from '#server/clock/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db, Services } from '#server/context.ts'
import { makeIds } from '#server/db/ids.ts'
import { checkMigrated, migrate, migrationsOf } from '#server/db/migrate.ts'
import { type Database, type Opening, openDatabase, openReplica } from '#server/db/open.ts'
import { watchReplica } from '#server/db/replica.ts'
import { refuseHalfRestored } from '#server/db/unfinished.ts'
import { upgradeServer, waitForUpgrade } from '#server/db/upgrade.ts'
import { makeFigures } from '#server/figures.ts'
import { refuseForeign } from '#server/folders/access.ts'
import { bindKeys, findKeys } from '#server/keys/keyring.ts'
import { makeWritings } from '#server/loss/writings.ts'
import { openStore } from '#server/media/open.ts'
import { openWords } from '#server/moderation/openWords.ts'
import { makeGates } from '#server/outside/gates.ts'
import { quietly } from './quietLog.ts'

/** In an outage it says what is equal once, with how often (quietLog.ts). */
export const makeLog = (level: string): Logger =>
  pino({ level, redact: ['req.headers.authorization'], hooks: quietly() })

/** Opens everything a process needs; `close` frees it. */
export async function openServices(
  config: Config,
  log: FastifyBaseLogger,
  opening?: Opening,
): Promise<Services & { close: () => Promise<void> }> {
  await clearCopies(config.dataDir)
  if (!config.databaseUrl) {
    refuseForeign(config)
    await putBackRestorePoint({ config, log })
  }
  const figures = makeFigures()
  const database = await openDatabase(config, { log, figures }, opening)
  try {
    const noWrites = await database.whyNoWrites()
    await refuseHalfRestored(database.db)
    if (noWrites) log.error({ reason: noWrites }, 'starting without writes: reads alone are served')
    if (config.databaseUrl && !noWrites) await waitForUpgrade(database.db, log)
    const found = await findKeys(database.db, config, noWrites)
    if (noWrites) await checkMigrated(database.db, noWrites)
    else await upgrade({ ...database, config, log }, found.isNew)
    await bindKeys(database.db, found)
    const { keys } = found
    const replica = config.readUrl ? watchedReplica(config, { primary: database.db, log, figures }) : undefined
    const media = await openStore({ config, db: database.db, keys, log, figures, whyStill: database.whyStill })
    const services = {
      clock: await makeClock({ db: database.db, config, log, media, readsOnly: noWrites !== undefined }),
      config,
      log,
      figures,
      gates: makeGates(figures),
      keys,
      db: database.db,
      replica,
      ids: makeIds(database.db),
      media,
      words: openWords({ path: config.moderation.ownWords, log }),
      now: () => new Date(),
      writings: makeWritings(),
      whyNotReady: database.whyNotReady,
      whyStill: database.whyStill,
      whyNoWrites: database.whyNoWrites,
      pool: database.pool,
      copyTo: database.copyTo,
      close: async () => {
        await replica?.close()
        await database.close()
      },
    }
    if (!config.databaseUrl) await dropRestorePoint(config)
    return services
  } catch (error) {
    await database.close()
    if (!config.databaseUrl && (await putBackRestorePoint({ config, log }))) throw undone(error as Error)
    throw error
  }
}

const watchedReplica = (
  config: Config,
  { primary, log, figures }: Pick<Services, 'log' | 'figures'> & { primary: Db },
) => watchReplica({ primary, standby: openReplica(config, { log, figures }), config, log, figures })

const undone = (error: Error): Error =>
  new Error(`升级数据库没有成功，已恢复到升级之前，没有丢失任何东西：${error.message}`, { cause: error })

type Upgrading = Pick<Database, 'db' | 'copyTo'> & Pick<Services, 'config' | 'log'>

/** The tables of this version: in a folder by itself, with a way back; on a server only where nobody has begun yet. */
async function upgrade({ db, copyTo, config, log }: Upgrading, isNew: boolean): Promise<void> {
  const { missing } = await migrationsOf(db)
  if (missing.length === 0) return
  if (config.directUrl && !isNew)
    throw new Error(`数据库需要升级（${missing.join('、')}）：请先备份，再运行 npm run migrate，然后启动。`)
  if (config.directUrl) {
    await upgradeServer(config.directUrl, log)
    return
  }
  if (!isNew && copyTo) await makeRestorePoint(config, copyTo)
  await migrate(db)
}
