import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { holdOwn, replyOf } from '#server/capsules/capsule/own.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { encryptText } from '#server/platform/keys/encryption.ts'
import { type Mine, mineOf } from './sealed.ts'

/** The owner's words to themselves after opening: for their own eyes, and never without encryption. */
export async function capsuleReply(context: UserContext, { capsule_id, text }: Parsed<'capsuleReply'>) {
  const { db, keys } = context
  const mine = mineOf(context, capsule_id)
  await inTransaction(db, async (db) => {
    await refuseUnlessOpened(db, mine)
    if (text.trim() === '') return forget(db, mine.id)
    await write(db, mine.id, encryptText(keys, text, replyOf(mine.id)))
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
