import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** The moment by the database's clock, in milliseconds. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db)
  return rows[0]!.now
}

/**
 * The moment by which the age of files is judged. They bear this machine's times, and are erased by the database's clock like
 * all else: where the two differ the earlier one counts, so that nothing goes too soon.
 */
export async function filesNow({ db, now }: { db: Db; now: () => Date }): Promise<Date> {
  return new Date(Math.min(now().getTime(), await databaseNow(db)))
}

/** Whether our connections come to the database from another machine than its own; not over a socket, nor the embedded one. */
export async function isApart(db: Db): Promise<boolean> {
  const { rows } = await sql<{ apart: boolean }>`
    select coalesce(inet_server_addr() <> inet_client_addr(), false) as apart`.execute(db)
  return rows[0]!.apart
}
