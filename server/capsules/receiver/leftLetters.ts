import { sql } from 'kysely'
import { tokenHash } from '#server/capsules/notice/link.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules, lockObjects } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { dropUnnamed, unlockObjects } from '#server/platform/media/forget.ts'
import { withdrawn } from '#server/platform/message/queue.ts'

/** Of `c`, the capsules row: it is for somebody else, who did not refuse it. */
export const isForSomebody = sql<boolean>`exists (
  select from receivers r where r.capsule_id = c.id and r.refused_at is null)`

/** Capsules that this person has received of senders who have left since: nobody else has them. */
export const lastOfReceived = (userId: number) => sql<{ id: number }>`
  select c.id from receivers r join capsules c on c.id = r.capsule_id join users u on u.id = c.owner_id
  where r.received_by = ${userId} and u.cancelled_at is not null`

/** These capsules of senders who have left go with their content and uploads: nobody is left to have them. */
export async function dropLetters(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const going = db
    .selectFrom('capsules')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
  const media = await db.selectFrom('capsule_media').select('key').where('capsule_id', 'in', going).execute()
  await unlockObjects(db, going)
  await db.deleteFrom('capsules').where('id', 'in', going).execute()
  await dropUnnamed(
    db,
    media.map(({ key }) => key),
  )
}

/** `isReport`: nothing that this sender seals is wanted any more. */
type GivenNo = { id: number; owner_id: number; token: string; isReport: boolean }

/**
 * Says no to a capsule that nobody has taken; whether it was so. Where its sender has left it goes for good: it is for nobody any more.
 * A closing of the sender's account under way is waited for, so that it finds the no, or this finds them gone.
 */
export const sayNo = (db: Db, { id, owner_id, token, isReport }: GivenNo): Promise<boolean> =>
  inTransaction(db, async (db) => {
    await lockCapsules(db, { going: true }).select('c.id').where('c.id', '=', id).execute()
    const { rows } = await sql<{ left: boolean }>`
      with refused as (
        update receivers r set refused_at = coalesce(r.refused_at, now()), notice_at = null
        from capsules c join users u on u.id = c.owner_id
        where r.token_hash = ${tokenHash(token)}::bytea and r.received_by is null and r.opened_at is null and c.id = r.capsule_id
        returning r.address_hash, u.cancelled_at is not null as left
      ), unwanted as (
        insert into unwanted_senders (address_hash, sender_id)
        select address_hash, ${owner_id} from refused where ${isReport}::boolean and address_hash is not null
        on conflict do nothing
      ), unsaid as (${withdrawn(sql`capsule_id = ${id} and contact = 'receiver' and exists (select from refused)`)})
      select "left" from refused`.execute(db)
    const [row] = rows
    if (row?.left) await dropHeld(db, id)
    return row !== undefined
  })

async function dropHeld(db: Tx, id: number): Promise<void> {
  await lockObjects(db).where('o.sealed_in', '=', id).execute()
  await dropLetters(db, [id])
}
