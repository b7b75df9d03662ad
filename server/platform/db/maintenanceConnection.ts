import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { nameStatements } from './named.ts'
import { FORM_OPTIONS } from './sessions.ts'
import type { Tables } from './tables.ts'
import { typeParser } from './types.ts'

const CONNECT_MS = 15_000

export type MaintenanceConnection = { db: Kysely<Tables>; close: () => Promise<void> }

/**
 * One connection to a server for work that takes as long as it takes: a copy of everything, loading one, upgrading. Nothing
 * that a person waits for goes over it.
 */
export function openMaintenanceConnection(connectionString: string): MaintenanceConnection {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    options: `${FORM_OPTIONS} -c statement_timeout=0 -c idle_in_transaction_session_timeout=0`,
    types: { getTypeParser: typeParser as never },
  })
  // The statement that waits on a broken connection reports the error.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: nameStatements(pool) }) })
  return { db, close: () => db.destroy() }
}

/** The whole of a server's database as it is at one moment, while people go on working in it. */
export async function atOneMoment<T>(connectionString: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { db, close } = openMaintenanceConnection(connectionString)
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(work).finally(close)
}
