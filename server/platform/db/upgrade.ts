import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { openMaintenanceConnection } from './maintenanceConnection.ts'
import { migrationsOf, runMissing } from './migrate.ts'
import { type Migration, readMigrations } from './migrationFiles.ts'

/** Held by the session that upgrades: the lock goes with its process, however that ends. */
const LOCK = 7_203_411_960
const LOOK_EVERY_MS = 500
/** A session that waits for a table's lock keeps all that come after it waiting too: this long at a time, no longer. */
const LOCK_TIMEOUT_MS = 3_000
const FIRST_PAUSE_MS = 1_000
const PAUSE_MOST_MS = 30_000
const TRIES_MOST = 20
const CHECK_EVERY_MS = 10_000
/** No lock in time; or our request closed a circle. */
const NOT_NOW = new Set(['55P03', '40P01'])

/**
 * Brings a server's tables to this version while people work in them, on a connection of its own that may take as long as it
 * takes; one process does it, the others wait for that one. Returns the names of what it ran.
 */
export async function upgradeServer(directUrl: string, log: FastifyBaseLogger): Promise<string[]> {
  const { db, close } = openMaintenanceConnection(directUrl)
  const files = await readMigrations()
  const work = db.connection().execute(async (db) => {
    await refusePooled(db)
    await endWithUs(db)
    await untilHeld(() => tryLock(db), log)
    const patiently = (what: string, work: (db: Tx) => Promise<unknown>) => inPatience(db, work, { what, log })
    return runMissing(db, files, { patiently, concurrently: (migration) => buildIndexes(db, migration) })
  })
  return work.finally(close)
}

/** A start that needs tables which another process is just making waits for that process. */
export async function waitForUpgrade(db: Db, log: FastifyBaseLogger): Promise<void> {
  const isDone = async () => !(await isUpgrading(db)) || (await migrationsOf(db)).missing.length === 0
  await untilHeld(isDone, log)
}

async function untilHeld(look: () => Promise<boolean>, log: FastifyBaseLogger): Promise<void> {
  if (await look()) return
  log.warn('另一个进程正在升级数据库，等它完成……')
  do await pause(LOOK_EVERY_MS)
  while (!(await look()))
  log.warn('数据库升级已经完成，继续启动')
}

/** Tried again and again: an index that is being built would wait for a session that queues for this lock in the database. */
async function tryLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCK)}) as held`.execute(db)
  return rows[0]!.held
}

/** Looked up, not tried: a try that succeeds would be in the way of the process that upgrades. */
async function isUpgrading(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) + objid::bigint = ${sql.lit(LOCK)}) as held`.execute(db)
  return rows[0]!.held
}

/** Throws a sentence behind a pooler, which would leave the time limit in place, and keep the lock when we are gone. */
export async function refusePooled(db: Db): Promise<void> {
  // Not a `select`, which would have a name: through a pooler somebody else may have given it.
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)
  const limit = rows[0]!.statement_timeout
  if (limit !== '0')
    throw new Error(
      `升级数据库要直接连接数据库服务器，而这个连接经过了连接池（statement_timeout 仍是 ${limit}）：请用 DATABASE_DIRECT_URL 指定服务器本身的地址。`,
    )
}

/** A statement waiting for a lock when we are killed would wait on, and keep others out; a server on Windows cannot tell. */
const endWithUs = (db: Db) =>
  sql`set client_connection_check_interval = ${sql.lit(CHECK_EVERY_MS)}`.execute(db).catch(() => {})

/** One transaction that never stands long in anybody's way: it gives up, and tries again when others had their turn. */
async function inPatience(
  db: Db,
  work: (db: Tx) => Promise<unknown>,
  { what, log }: { what: string; log: FastifyBaseLogger },
): Promise<void> {
  for (let tries = 1, waitMs = FIRST_PAUSE_MS; ; tries++, waitMs = Math.min(2 * waitMs, PAUSE_MOST_MS)) {
    try {
      return await db.transaction().execute(async (db) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
        await work(db)
      })
    } catch (error) {
      if (!NOT_NOW.has((error as { code?: string }).code ?? '')) throw error
      if (tries === TRIES_MOST)
        throw new Error(`迁移 ${what} 一直等不到表的锁，没有执行。请结束长时间的事务，再运行 npm run migrate。`)
      log.warn({ migration: what, tries }, `表正被占用，${waitMs / 1_000} 秒后再试`)
      await pause(waitMs)
    }
  }
}

/** Waits for everybody and keeps nobody waiting. A build that was cut short left a useless index, which is in the way. */
async function buildIndexes(db: Db, { indexes = [] }: Migration): Promise<void> {
  for (const { name, text } of indexes) {
    const { rows } = await sql`
      select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db)
    if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(db)
    await sql.raw(text).execute(db)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
