import type { Described } from '#server/platform/db/wire/read.ts'

export type Statement = { name: string } & Described

/** Prepared statements by their SQL, the least used first; bounded, since each holds a plan in the engine's memory. */
export function openStatements(limit: number) {
  const bySql = new Map<string, Statement>()
  const dropped: string[] = []
  let made = 0

  return {
    find(sql: string): Statement | undefined {
      const statement = bySql.get(sql)
      if (!statement) return undefined
      bySql.delete(sql)
      bySql.set(sql, statement)
      return statement
    },
    newName: () => `s${++made}`,
    keep(sql: string, statement: Statement) {
      bySql.set(sql, statement)
      if (bySql.size <= limit) return
      const [oldest] = bySql.keys()
      this.forget(oldest!)
    },
    forget(sql: string) {
      const statement = bySql.get(sql)
      if (statement) dropped.push(statement.name)
      bySql.delete(sql)
    },
    /** After a change of the schema no plan and no column list can be trusted. */
    forgetAll() {
      for (const { name } of bySql.values()) dropped.push(name)
      bySql.clear()
    },
    /** The names to close in the engine, each said once. */
    takeDropped: () => dropped.splice(0),
  }
}

/** Data statements only: their plans are worth keeping, and none of them can hide a second statement. */
export function worthPreparing(sql: string, params: unknown[]): boolean {
  return params.length > 0 || /^\s*(select|with|insert|update|delete)\b[^;]*$/i.test(sql)
}

const KEEPS_SCHEMA =
  /^(SELECT|INSERT|UPDATE|DELETE|MERGE|BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SHOW|SET|VACUUM|CHECKPOINT|FETCH|LOCK TABLE)$/

/** May this command have changed tables or dropped our statements? In doubt yes: preparing again costs little. */
export function mayChangeSchema(command: string): boolean {
  return !KEEPS_SCHEMA.test(command)
}
