import { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** A placeholder in a statement for a value that differs from call to call. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const READS = /^\s*select\b/
type Ask = (sql: string, values: readonly unknown[]) => Promise<object[] | undefined>
/** By the database object: a transaction is another object, so its statements stay on its connection. */
const SHARED = new WeakMap<Db, Ask>()
/** From now on prepared reads go to `ask`, beside Kysely; where that answers undefined, to the database as before. */
export const shareReads = (db: Db, ask: Ask): unknown => SHARED.set(db, ask)

type Values = Record<string, unknown>
type Compiles<R> = { compile: (db: Db) => CompiledQuery<R> }

/**
 * A statement whose text is made once and then only filled with values: making it costs this process as much as a short query
 * does. `build` gets a slot in place of each value and puts it in as it is; where the text depends on a value, the caller
 * takes another statement.
 */
export function prepared<V extends Values, R>(build: (slots: V, db: Db) => Compiles<R>) {
  let made: CompiledQuery<R> | undefined
  return async (db: Db, values: V): Promise<R[]> => {
    made ??= build(slots as V, db).compile(db)
    const parameters = made.parameters.map((given) => (given instanceof Slot ? values[given.name] : given))
    const shared = READS.test(made.sql) ? SHARED.get(db) : undefined
    const read = await shared?.(made.sql, parameters)
    if (read) return read as R[]
    const { rows } = await db.executeQuery<R>(CompiledQuery.raw(made.sql, parameters))
    return rows
  }
}

const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) })
