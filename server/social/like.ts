import type { Parsed } from '#contract/calls.ts'
import { maySee } from '#server/capsule/mayRead.ts'
import type { Tx, UserContext } from '#server/context.ts'
import { lockCapsules, lockPerson } from '#server/db/locks.ts'
import { UNSEALED } from '#server/db/states.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { missing } from '#server/fail.ts'

/** Likes a capsule that the caller may see open now; a second time changes nothing. The database counts. */
export async function like({ db, caller: { userId } }: UserContext, { capsule_id }: Parsed<'like'>) {
  const id = Number(capsule_id)
  await inTransaction(db, async (db) => {
    if (!(await holdShown(db, id, userId))) throw missing()
    await lockPerson(db, userId)
    await db
      .insertInto('loves')
      .values({ user_id: userId, capsule_id: id })
      .onConflict((taken) => taken.doNothing())
      .execute()
  })
  return {}
}

/** Takes a like back, also of what is not shown any more; where there was none nothing changes. */
export async function unlike({ db, caller: { userId } }: UserContext, { capsule_id }: Parsed<'unlike'>) {
  const id = Number(capsule_id)
  await inTransaction(db, async (db) => {
    await lockCapsules(db).select('c.id').where('c.id', '=', id).executeTakeFirst()
    await db.deleteFrom('loves').where('user_id', '=', userId).where('capsule_id', '=', id).execute()
  })
  return {}
}

/** Held, so that those who like it at once stand in line, and nobody who may not see it any more gets in. */
const holdShown = (db: Tx, id: number, userId: number) =>
  lockCapsules(db)
    .select('c.id')
    .where('c.id', '=', id)
    .where('c.status', '=', UNSEALED)
    .where(maySee({ userId, shareHash: undefined }))
    .executeTakeFirst()
