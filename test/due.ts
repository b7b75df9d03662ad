import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { BINDING_COLUMNS, type BindingRow, bindingOf } from '#server/platform/keys/binding.ts'
import { type Envelope, rewrap } from '#server/platform/keys/envelope.ts'

type Needed = Pick<Services, 'db' | 'keys'>

/** As if the day of this capsule had come now, or some days ago. */
export const comeDue = (services: Needed, capsuleId: string, { daysAgo = 0 } = {}): Promise<void> =>
  moveDay(services, {
    which: sql`id = ${Number(capsuleId)}`,
    to: sql`date_trunc('second', now()) - make_interval(days => ${daysAgo})`,
    sealed: '1 day',
  })

/** As if the day had come of every capsule that is to open within a minute. */
export const comeDueSoon = (services: Needed): Promise<void> =>
  moveDay(services, {
    which: sql`sealed_at is not null and open_time > now() and open_time < now() + interval '1 minute'`,
    to: sql`date_trunc('second', now())`,
    sealed: '1 second',
  })

type Move = { which: RawBuilder<unknown>; to: RawBuilder<unknown>; sealed: string }

/** A sealed capsule cannot change: its rows are written past their guards, and locked anew with the test's key. */
async function moveDay({ db, keys }: Needed, { which, to, sealed }: Move): Promise<void> {
  await inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    const before = await db.selectFrom('capsules as c').select(BINDING_COLUMNS).where(sql<boolean>`${which}`).execute()
    if (before.length === 0) return
    const moved = await sql<BindingRow & { envelope: Envelope }>`
      update capsules c set open_time = m, notice_at = case when notice_at is null then null else m end, sealed_at = least(sealed_at, m - ${sealed}::interval)
      from (select ${to} as m) t, capsule_contents k
      where c.id = any(${before.map(({ id }) => id)}::bigint[]) and k.capsule_id = c.id
      returning c.id, c.owner_id, c.type, c.sealed_at, c.open_time, k.envelope`.execute(db)
    await sql`
      update receivers r set notice_at = c.open_time from capsules c
      where c.id = r.capsule_id and c.id = any(${moved.rows.map(({ id }) => id)}::bigint[]) and r.notice_at is not null`.execute(
      db,
    )
    for (const row of moved.rows) {
      const was = before.find(({ id }) => id === row.id)!
      const { envelope } = rewrap(keys, bindingOf(was), row.envelope, {}, bindingOf(row))
      await db
        .updateTable('capsule_contents')
        .set({ envelope: JSON.stringify(envelope) })
        .where('capsule_id', '=', row.id)
        .execute()
    }
  })
}

/** As if this diary had been deleted so long before (an interval); goes past the guard that keeps the moment. */
export const deletedBefore = ({ db }: Pick<Needed, 'db'>, capsuleId: string, ago: string): Promise<void> =>
  inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update capsules set deleted_at = now() - ${ago}::interval where id = ${Number(capsuleId)}`.execute(db)
  })
