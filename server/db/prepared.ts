import { CompiledQuery } from 'kysely'
import type { Db } from '#server/context.ts'

/** Stands in a statement where each call has a value of its own. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const READS = /^\s*select\b/
type Ask = (sql: string, values: readonly unknown[]) => Promise<object[] | undefined>
/** By the database itself: a transaction is none of these, so what is asked in one stays on its connection. */
const SHARED = new WeakMap<Db, Ask>()
/** Statements made once that read are asked of this from now on; where it has no rows to give, of the database as ever. */
export const shareReads = (db: Db, ask: Ask): unknown => SHARED.set(db, ask)

type Values = Record<string, unknown>
type Compiles<R> = { compile: (db: Db) => CompiledQuery<R> }

/**
 * A statement whose text is made once and then only filled with values: making it costs this process as much as a short query
 * does. `build` gets a slot in place of each value and puts it in as it is; what depends on a value is decided before, by
 * taking another statement.
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
