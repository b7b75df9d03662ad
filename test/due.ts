import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'

type Needed = Pick<Services, 'db'>

/** As if its day had come now, or some days ago: what is sealed cannot change, so the row is written behind its guards. */
export async function comeDue({ db }: Needed, capsuleId: string, { daysAgo = 0 } = {}): Promise<void> {
  await inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update capsules set open_time = m, notice_at = m, sealed_at = least(sealed_at, m - interval '1 day')
      from (select date_trunc('second', now()) - make_interval(days => ${daysAgo}) as m) t
      where id = ${Number(capsuleId)}`.execute(db)
  })
}

/** The same for every capsule that is to open within a minute. */
export async function comeDueSoon({ db }: Needed): Promise<void> {
  await inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update capsules set open_time = m, notice_at = m, sealed_at = least(sealed_at, m - interval '1 second')
      from (select date_trunc('second', now()) as m) t
      where sealed_at is not null and open_time > now() and open_time < now() + interval '1 minute'`.execute(db)
  })
}
