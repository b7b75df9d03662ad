import type { Parsed } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { whyNotInPublic } from '#contract/profile.ts'
import type { UserContext } from '#server/context.ts'
import { lockCapsules, lockPerson } from '#server/db/locks.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { missing, refuse, refuseIf } from '#server/fail.ts'

/** Shows an unsealed capsule to everybody, or no longer. */
export async function capsuleIsPublic(
  { db, caller: { userId } }: UserContext,
  { capsule_id, is_public }: Parsed<'capsuleIsPublic'>,
) {
  const id = Number(capsule_id)
  await inTransaction(db, async (db) => {
    const own = await lockCapsules(db)
      .select(['c.status', 'c.type'])
      .where('c.id', '=', id)
      .where('c.owner_id', '=', userId)
      .executeTakeFirst()
    const { tel } = await lockPerson(db, userId)
    if (is_public === 1) refuseIf(whyNotInPublic({ tel: tel ?? '' }))
    if (!own) throw missing()
    if (own.status !== STATUS.unsealed || own.type !== TYPE.time) throw refuse('解封之后才能公开胶囊')
    await db.updateTable('capsules').set({ is_public }).where('id', '=', id).execute()
  })
  return {}
}
