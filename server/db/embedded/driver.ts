import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { encodeParam } from '#server/db/types.ts'
import type { Answer } from '#server/db/wire/read.ts'
import { commitRolledBack, diskFull } from './errors.ts'
import { type Gate, newPass, type Pass } from './gate.ts'

const CHANGES_ROWS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const READ_ONLY_TRANSACTION = '25006'

/** Whether there is no room, or none that can be written. */
type RefusesWrites = () => boolean
type Connection = DatabaseConnection & { pass: Pass }

/** Kysely on the embedded engine: the SQL of PostgreSQL, our own way to the worker. */
export function embeddedDialect(gate: Gate, refusesWrites: RefusesWrites): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => embeddedDriver(gate, refusesWrites),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function embeddedDriver(gate: Gate, refusesWrites: RefusesWrites): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => openConnection(gate, refusesWrites),
    async beginTransaction(connection, settings) {
      if (settings.accessMode === 'read write' && refusesWrites()) throw diskFull()
      await gate.begin(passOf(connection), beginning(settings))
    },
    async commitTransaction(connection) {
      const { command } = await gate.commit(passOf(connection))
      if (command !== 'COMMIT') throw commitRolledBack()
    },
    rollbackTransaction: (connection) => gate.rollback(passOf(connection)),
    savepoint: (connection, name) => run(connection, `savepoint "${name}"`),
    rollbackToSavepoint: (connection, name) => run(connection, `rollback to "${name}"`),
    releaseSavepoint: (connection, name) => run(connection, `release "${name}"`),
    releaseConnection: async (connection) => gate.release(passOf(connection)),
    destroy: async () => {},
  }
}

function openConnection(gate: Gate, refusesWrites: RefusesWrites): Connection {
  const pass = newPass()
  return {
    pass,
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      try {
        return asResult(await gate.call(pass, { sql, params: parameters.map(encodeParam) }))
      } catch (error) {
        const refused = refusesWrites() && (error as { code?: string }).code === READ_ONLY_TRANSACTION
        throw withCallers(refused ? diskFull() : (error as Error))
      }
    },
    // biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator
    async *streamQuery() {
      throw new Error('the embedded database does not stream: read in pages')
    },
  }
}

/** The error came up from a message of the worker: here the one who asked is still known. */
function withCallers(error: Error): Error {
  Error.captureStackTrace(error, withCallers)
  return error
}

function asResult<R>({ rows, command, count }: Answer): QueryResult<R> {
  if (!CHANGES_ROWS.has(command)) return { rows: rows as R[] }
  return { rows: rows as R[], numAffectedRows: BigInt(count) }
}

function beginning({ isolationLevel, accessMode }: TransactionSettings): string {
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
  return `begin${level}${accessMode ? ` ${accessMode}` : ''}`
}

async function run(connection: DatabaseConnection, sql: string) {
  await connection.executeQuery(CompiledQuery.raw(sql))
}

function passOf(connection: DatabaseConnection): Pass {
  return (connection as Connection).pass
}
