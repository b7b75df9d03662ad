import type { PostgresPool } from 'kysely'
import type pg from 'pg'

const MAX_NAMES = 300

/** An error inside a transaction was caught: its COMMIT rolls back, and must not pass for success. */
class RolledBack extends Error {
  readonly code = '25P02'
  constructor() {
    super('the transaction had failed, so its commit rolled it back')
  }
}

/**
 * Gives every parametrised statement a name, so that the server parses and plans it once a connection
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
  const wrap = (client: pg.PoolClient) => ({
    async query(text: string, values: unknown[]) {
      const name = values.length > 0 ? nameOf(text) : undefined
      const result = await (name ? client.query({ name, text, values }) : client.query(text, values))
      if (text === 'commit' && result.command === 'ROLLBACK') throw new RolledBack()
      return result
    },
    release: () => client.release(),
  })
  return { connect: async () => wrap(await pool.connect()), end: () => pool.end() } as unknown as PostgresPool
}
