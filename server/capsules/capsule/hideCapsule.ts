import type { Parsed } from '#contract/calls.ts'
import { HIDE_FIRST_OPEN, STATUS } from '#contract/capsule.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { holdOwn } from './own.ts'

/** Takes an opened capsule out of its owner's lists, or puts it back; for others who may see it nothing changes. */
export async function hideCapsule({ db, caller }: UserContext, { capsule_id, hidden }: Parsed<'hideCapsule'>) {
  const id = Number(capsule_id)
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
