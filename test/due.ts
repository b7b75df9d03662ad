import { sql } from 'kysely'
import type { Services } from '#server/context.ts'

/** As if its day had come now, or some days ago: what is sealed cannot change, so the row is written behind its guards. */
export async function comeDue({ db }: Pick<Services, 'db'>, capsuleId: string, { daysAgo = 0 } = {}): Promise<void> {
  await db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update capsules set open_time = m, notice_at = m, sealed_at = least(sealed_at, m - interval '1 day')
      from (select date_trunc('second', now()) - make_interval(days => ${daysAgo}) as m) t
      where id = ${Number(capsuleId)}`.execute(db)
  })
}
