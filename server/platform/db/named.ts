import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { untangled } from './deadlocks.ts'
import type { Watch } from './watch.ts'

const MAX_NAMES = 300
const CROWDED_MS = 5_000
const LOOK_EVERY_MS = 250
const READS = /^\s*select\b/
const BEGINS = /^(begin|start transaction)\b/
/** connection_failure: what the driver says without a code – no connection in time, broken off, no answer. */
const AWAY = '08006'
const DISK_FULL = '53100'
/** A connection that broke, that is being ended from there (57P01–57P03), or leads to what was the primary once (25006): the next
 * one may find the one that is. */
const ENDS_CONNECTION = /^(08...|57P0[123]|25006)$/
const READ_ONLY = '25006'

/** An error inside a transaction was caught: its COMMIT rolls back, and must not pass for success. */
class RolledBack extends Error {
  readonly code = '25P02'
  constructor() {
    super('the transaction had failed, so its commit rolled it back')
  }
}

type Naming = {
  watch?: Watch
  named?: boolean
  /** Called when a write met a server that takes none: other connections to that server may be out of date. */
  onReadOnly?: () => void
}

/**
 * Gives reads and parametrised statements a name, so that the server parses and plans it once a connection
 * (half the database's CPU for point reads). Past the bound further shapes stay unnamed, and all do behind a pooler, where
 * the next statement meets another connection (`named`).
 */
export function nameStatements(pool: pg.Pool, { watch, named = true, onReadOnly }: Naming = {}): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || !named || names.size >= MAX_NAMES) return known
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
      const result = await (watch ? watched(asked, watch) : asked).catch((error: Error) => {
        const { code } = withCode(error)
        if (ENDS_CONNECTION.test(code)) broken = error
        if (code === READ_ONLY) onReadOnly?.()
        throw error
      })
      if (text === 'commit' && result.command === 'ROLLBACK') throw new RolledBack()
      return result
    }
  }
  const connect = async () => wrap(await (watch ? connectWatched(pool, watch) : pool.connect()).catch(couldNotConnect))
  return { connect, end: () => pool.end() } as unknown as PostgresPool
}

/** An answer is what the server says, a refusal too; a connection that breaks or says nothing has no code. */
function watched<T>(asked: Promise<T>, watch: Watch): Promise<T> {
  const answered = asked.then(
    (result) => {
      watch.served()
      return result
    },
    (error: { code?: string }) => {
      if (error.code) watch.served()
      if (error.code === DISK_FULL) watch.wasFull()
      throw error
    },
  )
  return watch.waitFor(answered)
}

/**
 * Too many at once: a caller is refused that finds no connection in five seconds of others being answered. While nobody is
 * answered, the database stands still; that time does not count, and callers that have begun wait as long as for a statement
 * (the pool's own limit).
 */
async function connectWatched(pool: pg.Pool, watch: Watch): Promise<pg.PoolClient> {
  const asked = pool.connect()
  let passedOverMs = 0
  let looking: NodeJS.Timeout | undefined
  const crowded = new Promise<never>((_resolve, reject) => {
    looking = setInterval(() => {
      if (watch.serves()) passedOverMs += LOOK_EVERY_MS
      if (passedOverMs > CROWDED_MS) reject(new Error('no connection became free'))
    }, LOOK_EVERY_MS)
  })
  try {
    return await watch.waitFor(Promise.race([asked, crowded]))
  } catch (error) {
    asked.then((client) => client.release()).catch(() => {})
    throw error
  } finally {
    clearInterval(looking)
  }
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
