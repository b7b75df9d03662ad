import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { type EmbeddedOptions, openEmbedded } from './embedded/open.ts'
import { nameStatements } from './named.ts'
import type { Tables } from './tables.ts'
import { SESSION_ZONE, typeParser } from './types.ts'

export type Database = {
  db: Kysely<Tables>
  engine: 'embedded' | 'server'
  whyNotReady: () => string | undefined
  close: () => Promise<void>
}

/** A server that starts waits for the one before it to end; a command asks that one instead. */
export type Opening = Pick<EmbeddedOptions, 'waitForOwnerMs'>

const STATEMENT_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000

/** The embedded engine in the data folder, or the PostgreSQL server that DATABASE_URL names. */
export async function openDatabase(config: Config, log: FastifyBaseLogger, opening: Opening = {}): Promise<Database> {
  return config.databaseUrl ? openServer(config.databaseUrl, config.poolSize, log) : openInFolder(config, log, opening)
}

function openServer(connectionString: string, max: number, log: FastifyBaseLogger): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    options: `-c TimeZone=${SESSION_ZONE}`,
    types: { getTypeParser: typeParser as never },
  })
  // Without a listener a connection that breaks would end the process, idle (the pool's) or at work (its own).
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection broke')))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: nameStatements(pool) }) })
  return { db, engine: 'server', whyNotReady: () => undefined, close: () => db.destroy() }
}

async function openInFolder(config: Config, log: FastifyBaseLogger, opening: Opening): Promise<Database> {
  const embedded = await openEmbedded({ ...opening, dataDir: join(config.dataDir, 'pg'), log })
  const db = new Kysely<Tables>({ dialect: embedded.dialect })
  const close = async () => {
    await db.destroy()
    await embedded.close()
  }
  return { db, engine: 'embedded', whyNotReady: embedded.whyNotReady, close }
}
