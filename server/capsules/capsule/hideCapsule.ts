import type { Parsed } from '#contract/calls.ts'
import { HIDE_FIRST_OPEN, STATUS } from '#contract/capsule.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { holdOwn } from './own.ts'

/** Takes an opened capsule out of its owner's lists, or puts it back; for others who may see it nothing changes. */
export async function hideCapsule({ db, caller }: UserContext, { capsule_id, hidden }: Parsed<'hideCapsule'>) {
  const id = Number(capsule_id)
  if (await hideReceived(db, { id, userId: caller.userId, hidden: hidden === 1 })) return { hidden }
  await inTransaction(db, async (db) => {
    const { status, sealed_at } = await holdOwn(db, id, caller.userId)
    if (status !== STATUS.unsealed || sealed_at === null) throw refuse(HIDE_FIRST_OPEN)
    await db
      .updateTable('capsules')
      .set({ hidden: hidden === 1 })
      .where('id', '=', id)
      .execute()
  })
  return { hidden }
}

/** Of what others have sent, sealed or open, in the receiver's list alone; whether it was one. */
async function hideReceived(db: Db, { id, userId, hidden }: { id: number; userId: number; hidden: boolean }) {
  const { numUpdatedRows } = await db
    .updateTable('receivers')
    .set({ hidden })
    .where('capsule_id', '=', id)
    .where('received_by', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
