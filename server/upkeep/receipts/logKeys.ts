import type { Db } from '#server/platform/db/db.ts'

/** Every key that has ever signed one of our logs, the newest first: old receipts are checked by them for ever. */
export async function logKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('log_keys').select('key').orderBy('id', 'desc').execute()
  return rows.map(({ key }) => key)
}
