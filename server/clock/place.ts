import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/context.ts'

/**
 * Where this database lies: the server and the database in it, or the very files of the data folder. A copy that was put
 * back lies elsewhere, and may know less than what was sent since it was made.
 */
export async function placeOf(
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
