import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Every key that has ever signed one of our logs, the newest first: old receipts are checked by them for ever. `by`: of the logs that had
 * a checkpoint at that moment.
 */
export async function logKeys(db: Db, by?: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select k.key from log_keys k
    where ${by ?? null}::timestamptz is null or exists (
      select from log_checkpoints c where c.log = k.log and c.published_at <= ${by ?? null}::timestamptz)
    order by k.id desc`.execute(db)
  return rows.map(({ key }) => key)
}
