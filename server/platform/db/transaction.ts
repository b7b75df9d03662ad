import type { Db, Tx } from './db.ts'
import { untangled } from './deadlocks.ts'

/**
 * Runs the work in one transaction – the caller's, when there is one – which what it throws undoes. The work may run more
 * than once (deadlocks.ts): it touches nothing but the database.
 */
export async function inTransaction<T>(db: Db, work: (db: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx)
  return untangled(() => db.transaction().execute(work))
}
