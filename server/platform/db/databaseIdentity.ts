import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/platform/config.ts'
import type { Db } from './db.ts'

/**
 * Where this database lies: the server and the database in it, or the very files of the data folder. A copy that was put
 * back lies elsewhere, and may know less than what was sent since it was made.
 */
export async function databaseIdentity(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  db: Db,
): Promise<string> {
  if (!databaseUrl) {
    const { ino, birthtimeMs } = await stat(join(dataDir, 'pg', 'PG_VERSION'))
    return `folder ${ino} ${Math.floor(birthtimeMs)}`
  }
  const { rows } = await sql<{ oid: string }>`
    select oid::text as oid from pg_database where datname = current_database()`.execute(db)
  return `server ${await systemOf(db)} ${rows[0]?.oid}`
}

/** Not every account may ask for it; the database's own number alone then has to do. */
const systemOf = (db: Db): Promise<string> =>
  sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(db).then(
    ({ rows }) => rows[0]?.id ?? '',
    () => '',
  )

/**
 * The server's timeline, which every promotion and every restore to a moment raises; undefined on the embedded engine, and
 * where the account may not ask. From the log's position, since the control file tells of it only at the next checkpoint.
 */
export async function timelineOf({ databaseUrl }: Pick<Config, 'databaseUrl'>, db: Db): Promise<number | undefined> {
  if (!databaseUrl) return undefined
  return sql<{ timeline: number }>`
    select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint as timeline`
    .execute(db)
    .then(
      ({ rows }) => rows[0]?.timeline,
      () => undefined,
    )
}
