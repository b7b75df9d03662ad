import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import { type EmbeddedOptions, openEmbedded } from './embedded/open.ts'
import { nameStatements } from './named.ts'
import { observe, type Watcher } from './observe.ts'
import { shareReads } from './prepared.ts'
import { REPLICA_TIMEOUT_MS, refuseOtherSessions, SESSION, STATEMENT_TIMEOUT_MS } from './sessions.ts'
import type { Tables } from './tables.ts'
import { typeParser } from './types.ts'
import { refuseHalfRestoredFolder } from './unfinished.ts'
import { probeServer, type Watch, watchAnswers } from './watch.ts'
import { makeSharedReadPool, openToPrimary, sharedConnectionsOf } from './wire/sharedReadPool.ts'

export type Database = {
  db: Kysely<Tables>
  engine: 'embedded' | 'server'
  whyNotReady: () => string | undefined
  /** Why no new request is let in: the database has not answered for seconds. Requests that have begun may wait. */
  whyStill: () => string | undefined
  /** Asks the database why it takes no writes for now, while it serves reads; throws when it does not answer. */
  whyNoWrites: () => Promise<string | undefined>
  /** How many connections there are, lie idle, and are waited for; the embedded engine has none. */
  pool?: () => { total: number; idle: number; waiting: number }
  /** The files as they are at one moment, in a folder that is free. Of the embedded engine alone. */
  copyTo?: (folder: string) => Promise<void>
  close: () => Promise<void>
}

/** A server that starts waits for the one before it to end; a command asks that one instead. */
export type Opening = Pick<EmbeddedOptions, 'waitForOwnerMs'>

const KEEP_ALIVE_AFTER_MS = 10_000
/** A name that moves – to another primary, to another address – is looked up anew at least so often. */
const LIFE_MOST_SECONDS = 30 * 60
/** The time for a shared connection to open; a read that would wait longer can use the pool. */
const LANE_OPENS_MS = 2_000
/** A pooler's answer to settings that it does not pass on, among other things. */
const PROTOCOL_VIOLATION = '08P01'

/** The embedded engine in the data folder, or the PostgreSQL server that DATABASE_URL names. */
export async function openDatabase(config: Config, watcher: Watching, opening: Opening = {}): Promise<Database> {
  const { log } = watcher
  const made = { log, ...kyselyOf(config, watcher) }
  const { databaseUrl } = config
  return databaseUrl ? connect(databaseUrl, config, made) : openInFolder(config, made, opening)
}

type Watching = { log: FastifyBaseLogger; metrics: Watcher['metrics'] }

function kyselyOf({ slowStatementMs }: Config, watcher: Watching): Omit<Made, 'log'> {
  const { onStatement, observed, watched } = observe({ ...watcher, slowStatementMs })
  return { observed, kysely: (dialect) => new Kysely<Tables>({ dialect: watched(dialect), log: onStatement }) }
}

type Made = {
  log: FastifyBaseLogger
  kysely: (dialect: Dialect) => Kysely<Tables>
  observed: <T>(sql: string, work: () => Promise<T>) => Promise<T>
}
type ServerConfig = Pick<Config, 'poolSize' | 'pooler'>

/** The standby that DATABASE_READ_URL names, in whatever state it is now: watchReplica decides whether it is used. */
export function openReplica(config: Config, watcher: Watching): Pick<Database, 'db' | 'close'> {
  const made = { log: watcher.log, ...kyselyOf(config, watcher) }
  return openServer(config.readUrl!, config, made, { answersMs: REPLICA_TIMEOUT_MS, sharedMost: 0 })
}

/** A server whose sessions speak as ours must; throws a sentence where they do not. */
async function connect(connectionString: string, config: ServerConfig, made: Made): Promise<Database> {
  // A pooler gives each statement another session, so that none can be shared.
  const sharedMost = config.pooler ? 0 : sharedConnectionsOf(config.poolSize)
  const database = openServer(connectionString, config, made, { answersMs: STATEMENT_TIMEOUT_MS, sharedMost })
  try {
    await refuseOtherSessions(database.db, config)
    return database
  } catch (error) {
    await database.close()
    throw isProtocol(error) && !config.pooler ? perhapsPooler(error as Error) : error
  }
}

const isProtocol = (error: unknown): boolean =>
  ((error as Error).cause as { code?: string } | undefined)?.code === PROTOCOL_VIOLATION

const perhapsPooler = (cause: Error): Error =>
  new Error(`连接数据库时被拒绝：${cause.message}。如果 DATABASE_URL 指向 PgBouncer，请设 DATABASE_POOLER=1。`, {
    cause,
  })

function openServer(
  connectionString: string,
  { poolSize, pooler }: ServerConfig,
  { log, kysely, observed }: Made,
  { answersMs, sharedMost }: { answersMs: number; sharedMost: number },
): Database {
  const watch = watchAnswers(() => probeServer(connectionString))
  const connection = {
    connectionString,
    // Who has begun waits for a connection as long as for a statement; named.ts refuses sooner where there is a crowd.
    connectionTimeoutMillis: answersMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...(pooler ? {} : { ...SESSION, statement_timeout: answersMs }),
  }
  const pool = new pg.Pool({
    ...connection,
    max: poolSize - sharedMost,
    maxLifetimeSeconds: LIFE_MOST_SECONDS,
    query_timeout: answersMs + 1_000,
    types: { getTypeParser: typeParser as never },
  })
  // Without a listener a connection that breaks would end the process, idle (the pool's) or at work (its own).
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection broke')))
  const sharedReads = openSharedReads(connection, { most: sharedMost, answersMs, watch })
  const named = nameStatements(pool, { watch, named: !pooler, onReadOnly: sharedReads.renew })
  const db = kysely(new PostgresDialect({ pool: named }))
  if (sharedMost > 0) shareReads(db, (sql, values) => observed(sql, () => sharedReads.ask(sql, values)))
  const close = () => {
    sharedReads.close()
    return db.destroy().finally(watch.stop)
  }
  const whyNoWrites = async () => watch.whyFull() ?? ((await isReadOnly(db)) ? '数据库服务器现在是只读的' : undefined)
  const counts = () => ({
    total: pool.totalCount + sharedReads.open(),
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  })
  const { whyStill } = watch
  return { db, engine: 'server', whyNotReady: whyStill, whyStill, whyNoWrites, pool: counts, close }
}

type Bounds = { most: number; answersMs: number; watch: Watch }

/** Whether the database answers at all is learnt from them too. */
const openSharedReads = (connection: pg.ClientConfig, { most, answersMs, watch }: Bounds) =>
  makeSharedReadPool({
    open: () =>
      watch.waitFor(
        openToPrimary(
          { ...connection, connectionTimeoutMillis: LANE_OPENS_MS },
          {
            silenceMostMs: answersMs + 1_000,
            onBusy: (untilIdle) => void watch.waitFor(untilIdle),
            onAnswer: watch.served,
          },
        ),
      ),
    most,
    lifeMs: LIFE_MOST_SECONDS * 1_000,
  })

async function openInFolder(config: Config, { log, kysely, observed }: Made, opening: Opening): Promise<Database> {
  refuseHalfRestoredFolder(config.dataDir)
  const embedded = await openEmbedded({ ...opening, dataDir: join(config.dataDir, 'pg'), log })
  const db = kysely(embedded.dialect)
  shareReads(db, (sql, values) => observed(sql, () => embedded.read(sql, values)))
  const close = async () => {
    await db.destroy()
    await embedded.close()
  }
  const { whyNotReady, whyStill, copyTo } = embedded
  const whyNoWrites = async () =>
    (await isReadOnly(db)) ? (embedded.whyNoWrites() ?? '数据库现在是只读的') : undefined
  return { db, engine: 'embedded', whyNotReady, whyStill, whyNoWrites, copyTo, close }
}

/** True of a standby, and where writes were switched off: by us for want of space, or by the server's operator. */
async function isReadOnly(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{
    read_only: string
  }>`select current_setting('transaction_read_only') as read_only`.execute(db)
  return rows[0]?.read_only === 'on'
}
