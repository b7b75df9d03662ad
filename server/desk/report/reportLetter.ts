import { sql } from 'kysely'
import { LETTER_SENDER_LEFT } from '#contract/report.ts'
import { isToldOf } from '#server/capsules/notice/planReceived.ts'
import { refuse } from '#server/core/fail.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockTwo } from '#server/platform/db/locks.ts'
import { withdrawn } from '#server/platform/message/queue.ts'

export type Letter = { id: number; senderId: number; opened: boolean }

/** A capsule that the reporter has received, held with both people; undefined for any other. */
export async function holdLetter(db: Tx, id: number, userId: number): Promise<Letter | undefined> {
  const row = await db
    .selectFrom('receivers as r')
    .innerJoin('capsules as c', 'c.id', 'r.capsule_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['c.owner_id', 'r.opened_at', 'u.cancelled_at'])
    .where('r.capsule_id', '=', id)
    .where('r.received_by', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.cancelled_at) throw refuse(LETTER_SENDER_LEFT)
  await lockTwo(db, userId, row.owner_id)
  return { id, senderId: row.owner_id, opened: row.opened_at !== null }
}

/**
 * Before its day there is nothing to look at: it stops this sender to this receiver – all of theirs that waits unopened is no longer the
 * receiver's, and their addresses hear nothing more of them.
 */
export async function stopSender(db: Db, { senderId }: Letter, userId: number): Promise<void> {
  const { rows } = await sql<{ capsule_id: number }>`
    with stopped as (
      update receivers r set received_by = null, received_at = null, refused_at = now(), notice_at = null, hidden = false
      from capsules c
      where c.id = r.capsule_id and c.owner_id = ${senderId} and r.received_by = ${userId} and r.opened_at is null
      returning r.capsule_id, r.address_hash
    ), unwanted as (
      insert into unwanted_senders (address_hash, sender_id)
      select distinct address_hash, ${senderId}::bigint from stopped where address_hash is not null on conflict do nothing
    )
    select capsule_id from stopped`.execute(db)
  for (const { capsule_id } of rows) await withdrawn(isToldOf(capsule_id, sql`${userId}::bigint`)).execute(db)
}
