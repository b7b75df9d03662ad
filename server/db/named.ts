import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { untangled } from './deadlocks.ts'

const MAX_NAMES = 300
const READS = /^\s*select\b/
const BEGINS = /^(begin|start transaction)\b/
/** connection_failure: what the driver says without a code – no connection in time, broken off, no answer. */
const AWAY = '08006'

/** An error inside a transaction was caught: its COMMIT rolls back, and must not pass for success. */
class RolledBack extends Error {
  readonly code = '25P02'
  constructor() {
    super('the transaction had failed, so its commit rolled it back')
  }
}

/**
 * Gives reads and parametrised statements a name, so that the server parses and plans it once a connection
 * (half the database's CPU for point reads). Past the bound further shapes stay unnamed.
 */
export function nameStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= MAX_NAMES) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
  const wrap = (client: pg.PoolClient) => {
    let broken: Error | undefined
    let within = false
    return {
      async query(text: string, values: unknown[]) {
        const ends = text === 'commit' || text === 'rollback'
        // A commit that failed is never asked for again: with no transaction left it would pass for done.
        const alone = !within && !ends && !BEGINS.test(text)
        within = !ends && !alone
        return alone ? untangled(() => ask(text, values)) : ask(text, values)
      },
      // A connection that broke, or still works on what nobody waits for, is not used again.
      release: () => client.release(broken),
    }
    async function ask(text: string, values: unknown[]) {
      const name = values.length > 0 || READS.test(text) ? nameOf(text) : undefined
      const asked = name ? client.query({ name, text, values }) : client.query(text, values)
      const result = await asked.catch((error: Error) => {
        if (withCode(error).code === AWAY) broken = error
        throw error
      })
      if (text === 'commit' && result.command === 'ROLLBACK') throw new RolledBack()
      return result
    }
  }
  const connect = async () => wrap(await pool.connect().catch(couldNotConnect))
  return { connect, end: () => pool.end() } as unknown as PostgresPool
}

/** The server's own errors carry a SQLSTATE; whatever has no code is the connection's. */
function withCode(error: Error & { code?: string }): { code: string } {
  error.code ??= AWAY
  return error as { code: string }
}

/** Whatever keeps us from connecting – refused, no such database, no room – the database is away. */
function couldNotConnect(cause: Error): never {
  throw Object.assign(new Error(cause.message, { cause }), { code: AWAY })
}
