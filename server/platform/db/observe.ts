import type { Dialect, LogEvent } from 'kysely'
import type { Metrics } from '#server/core/metrics.ts'
import { statementName } from './statementName.ts'

export type Watcher = {
  log: { warn: (fields: object, message: string) => void }
  metrics: Pick<Metrics, 'databaseErrors' | 'slowStatements'>
  /** A statement that takes longer is named in the log; 0 names none. */
  slowStatementMs: number
}

/** Watches every statement of a process, on either engine: errors are counted, slow statements named – never their values. */
export function observe({ log, metrics, slowStatementMs }: Watcher) {
  // The same error is met by the statement and by the transaction that it ends.
  const met = new WeakSet<object>()
  const failed = (error: unknown): void => {
    if (typeof error !== 'object' || error === null || met.has(error)) return
    met.add(error)
    metrics.databaseErrors.inc({ class: classOf(error) })
  }
  const slow = (sql: string, ms: number): void => {
    if (slowStatementMs === 0 || ms < slowStatementMs) return
    const statement = statementName(sql)
    metrics.slowStatements.inc({ statement })
    log.warn({ statement, ms: Math.round(ms) }, 'a slow statement')
  }
  const onStatement = (event: LogEvent): void => {
    if (event.level === 'error') failed(event.error)
    slow(event.query.sql, event.queryDurationMillis)
  }
  /** Watches statements that are sent beside Kysely. */
  async function observed<T>(sql: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    try {
      return await work()
    } catch (error) {
      failed(error)
      throw error
    } finally {
      slow(sql, performance.now() - begun)
    }
  }
  return { onStatement, observed, watched: (dialect: Dialect) => withErrorsTold(dialect, failed) }
}

/** Kysely tells of statements alone; that there was no connection for one, or no begin and commit, it does not. */
function withErrorsTold(dialect: Dialect, failed: (error: unknown) => void): Dialect {
  const createDriver = () => {
    const driver = dialect.createDriver()
    for (const method of ['acquireConnection', 'beginTransaction', 'commitTransaction'] as const) {
      const own = driver[method].bind(driver) as (...given: unknown[]) => Promise<never>
      driver[method] = (...given: unknown[]) =>
        own(...given).catch((error) => {
          failed(error)
          throw error
        })
    }
    return driver
  }
  return {
    createDriver,
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

const SQLSTATE = /^[0-9A-Z]{5}$/

/** An error's class: 08, 23, 40 …; `connection` if it never reached a server, `other` if it is not the database's. */
function classOf(error: object): string {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return 'other'
  return SQLSTATE.test(code) ? code.slice(0, 2) : 'connection'
}
