import { sql } from 'kysely'
import type { ArchiveFault } from '#contract/archiveFiles.ts'
import type { Db } from '#server/platform/db/db.ts'

const WHY = '做好以后损坏了，它所在的压缩包下载不完整，请重新导出'

/** Names on the page, once, an entry that could not be sent as it was planned; the parts without it are as good as before. */
export async function noteDamage(db: Db, id: number, path: string): Promise<void> {
  const fault: ArchiveFault = { name: path, why: WHY }
  await sql`
    update archives set missing = missing || ${JSON.stringify([fault])}::jsonb
    where id = ${id} and ended_at is null and not missing @> ${JSON.stringify([fault])}::jsonb`.execute(db)
}
