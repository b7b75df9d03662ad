import { sql } from 'kysely'
import type { ContactChannel } from '#contract/notice.ts'
import type { Db } from '#server/platform/db/db.ts'
import { withdrawn } from '#server/platform/message/queue.ts'

/** The contact is told nothing more; messages that wait for it go nowhere. */
export async function removeContact(db: Db, id: number, channel: ContactChannel): Promise<void> {
  await dropWaiting(db, id, channel)
  await db.deleteFrom('capsule_contacts').where('capsule_id', '=', id).where('channel', '=', channel).execute()
}

/** Messages meant for the old address go nowhere. */
export async function dropWaiting(db: Db, id: number, channel: ContactChannel): Promise<void> {
  await withdrawn(sql`capsule_id = ${id} and contact = ${channel}`).execute(db)
}
