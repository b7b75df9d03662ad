import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { holdOwn, replyOf } from '#server/capsule/own.ts'
import type { Db, Tx, UserContext } from '#server/context.ts'
import { lockPerson } from '#server/db/locks.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuse } from '#server/fail.ts'
import { boxText } from '#server/keys/box.ts'
import { type Mine, mineOf } from './sealed.ts'

/** What one says back to oneself after opening: for one's own eyes, and never without encryption. */
export async function capsuleReply(context: UserContext, { capsule_id, text }: Parsed<'capsuleReply'>) {
  const { db, keys } = context
  const mine = mineOf(context, capsule_id)
  await inTransaction(db, async (db) => {
    await refuseUnlessOpened(db, mine)
    if (text.trim() === '') return forget(db, mine.id)
    await write(db, mine.id, boxText(keys, text, replyOf(mine.id)))
  })
  return {}
}

/** Held with its owner until the reply is written, so that none is left of an account that is being closed. */
async function refuseUnlessOpened(db: Tx, { id, userId }: Mine): Promise<void> {
  const row = await holdOwn(db, id, userId)
  await lockPerson(db, userId)
  if (row.status !== STATUS.unsealed || row.sealed_at === null) throw refuse('解封之后才能给当时的自己回一句')
}

const write = (db: Db, capsule_id: number, text: string) =>
  db
    .insertInto('capsule_replies')
    .values({ capsule_id, text })
    .onConflict((at) => at.column('capsule_id').doUpdateSet({ text, written_at: sql<string>`now()` }))
    .execute()

async function forget(db: Db, capsuleId: number): Promise<void> {
  await db.deleteFrom('capsule_replies').where('capsule_id', '=', capsuleId).execute()
}
