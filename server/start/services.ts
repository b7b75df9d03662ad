import type { FastifyBaseLogger } from 'fastify'
import { type Logger, pino } from 'pino'
import { makeMetrics } from '#server/core/metrics.ts'
import { quietly } from '#server/core/quietLog.ts'
import { makeClock } from '#server/platform/clock/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { makeIds } from '#server/platform/db/ids.ts'
import { checkMigrated, migrate, migrationsOf } from '#server/platform/db/migrate.ts'
import { type Database, type Opening, openDatabase, openReplica } from '#server/platform/db/open.ts'
import { watchReplica } from '#server/platform/db/replica.ts'
import { refuseHalfRestored } from '#server/platform/db/unfinished.ts'
import { upgradeServer, waitForUpgrade } from '#server/platform/db/upgrade.ts'
import { makeEnding } from '#server/platform/ending.ts'
import { refuseForeign } from '#server/platform/folders/access.ts'
import { bindKeys, findKeys } from '#server/platform/keys/keyring.ts'
import { openStore } from '#server/platform/media/open.ts'
import { openWords } from '#server/platform/moderation/openWords.ts'
import { makeGates } from '#server/platform/outside/gates.ts'
import { makeWritings } from '#server/platform/writings.ts'
import { clearCopies } from '#server/upkeep/backup/copies.ts'
import { dropRestorePoint, makeRestorePoint, putBackRestorePoint } from '#server/upkeep/backup/restorePoint.ts'
import { makeLogHead } from '#server/upkeep/receipts/logHead.ts'

/** In an outage equal lines are logged once, with their number (quietLog.ts). */
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
  const metrics = makeMetrics()
  const now = () => new Date()
  const database = await openDatabase(config, { log, metrics }, opening)
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
    const replica = config.readUrl ? watchedReplica(config, { primary: database.db, log, metrics }) : undefined
    const ending = makeEnding(database.db)
    const { db, whyStill } = database
    const media = await openStore({ config, db, keys, log, metrics, now, whyStill, ending })
    const services = {
      clock: await makeClock({ db: database.db, config, log, media, readsOnly: noWrites !== undefined }),
      config,
      log,
      metrics,
      gates: makeGates(metrics),
      keys,
      db: database.db,
      replica,
      ids: makeIds(database.db),
      media,
      logHead: makeLogHead({ db: database.db, now }),
      words: openWords({ path: config.moderation.ownWords, log }),
      now,
      ending,
      writings: makeWritings(() => now().getTime()),
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
  { primary, log, metrics }: Pick<Services, 'log' | 'metrics'> & { primary: Db },
) => watchReplica({ primary, standby: openReplica(config, { log, metrics }), config, log, metrics })

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
