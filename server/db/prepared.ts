import { CompiledQuery } from 'kysely'
import type { Db } from '#server/context.ts'

/** Stands in a statement where each call has a value of its own. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

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
    const { rows } = await db.executeQuery<R>(CompiledQuery.raw(made.sql, parameters))
    return rows
  }
}

const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) })
