import type { FastifyBaseLogger } from 'fastify'
import { type Logger, pino } from 'pino'
import { makeClock } from '#server/clock/clock.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import { makeIds } from '#server/db/ids.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Opening, openDatabase } from '#server/db/open.ts'
import { checkKeyring } from '#server/keys/keyring.ts'
import { openKeys } from '#server/keys/keys.ts'
import { openStore } from '#server/media/open.ts'
import { openWords } from '#server/moderation/openWords.ts'

export const makeLog = (level: string): Logger => pino({ level, redact: ['req.headers.authorization'] })

/** Opens everything a process needs; `close` frees it. */
export async function openServices(
  config: Config,
  log: FastifyBaseLogger,
  opening?: Opening,
): Promise<Services & { close: () => Promise<void> }> {
  const database = await openDatabase(config, log, opening)
  try {
    await migrate(database.db)
    const keys = await openKeys(config.dataDir, config.masterKey)
    await checkKeyring(database.db, keys)
    return {
      clock: await makeClock({ db: database.db, config, log }),
      config,
      log,
      keys,
      db: database.db,
      ids: makeIds(database.db),
      media: await openStore({ config, db: database.db, keys, log }),
      words: openWords({ path: config.moderation.ownWords, log }),
      now: () => new Date(),
      whyNotReady: database.whyNotReady,
      close: database.close,
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
