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
import { encodeParam } from '#server/platform/db/types.ts'
import type { Answer, Row } from '#server/platform/db/wire/read.ts'
import { commitRolledBack, diskFull } from './errors.ts'
import { type Client, newClient, type Queue } from './queue.ts'

const CHANGES_ROWS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const READ_ONLY_TRANSACTION = '25006'

/** Whether writes are refused: the disk has no room, or takes none. */
type RefusesWrites = () => boolean
type Connection = DatabaseConnection & { client: Client }

/** Kysely on the embedded engine: the SQL of PostgreSQL, our own way to the worker. */
export function embeddedDialect(queue: Queue, refusesWrites: RefusesWrites): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => embeddedDriver(queue, refusesWrites),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function embeddedDriver(queue: Queue, refusesWrites: RefusesWrites): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => openConnection(queue, refusesWrites),
    async beginTransaction(connection, settings) {
      if (settings.accessMode === 'read write' && refusesWrites()) throw diskFull()
      await queue.begin(clientOf(connection), beginning(settings))
    },
    async commitTransaction(connection) {
      const { command } = await queue.commit(clientOf(connection))
      if (command !== 'COMMIT') throw commitRolledBack()
    },
    rollbackTransaction: (connection) => queue.rollback(clientOf(connection)),
    savepoint: (connection, name) => run(connection, `savepoint "${name}"`),
    rollbackToSavepoint: (connection, name) => run(connection, `rollback to "${name}"`),
    releaseSavepoint: (connection, name) => run(connection, `release "${name}"`),
    releaseConnection: async (connection) => queue.release(clientOf(connection)),
    destroy: async () => {},
  }
}

function openConnection(queue: Queue, refusesWrites: RefusesWrites): Connection {
  const client = newClient()
  return {
    client,
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      try {
        return asResult(await ask(queue, client, sql, parameters))
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

/** Reads beside Kysely, each alone: its way to the engine and back costs as much as a short query. */
export const reader =
  (queue: Queue) =>
  async (sql: string, values: readonly unknown[]): Promise<Row[]> => {
    try {
      return (await ask(queue, newClient(), sql, values)).rows
    } catch (error) {
      throw withCallers(error as Error)
    }
  }

const ask = (queue: Queue, client: Client, sql: string, values: readonly unknown[]): Promise<Answer> =>
  queue.call(client, { sql, params: values.map(encodeParam) })

/** The error came up from a message of the worker: here the caller is still known. */
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

function clientOf(connection: DatabaseConnection): Client {
  return (connection as Connection).client
}
