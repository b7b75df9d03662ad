import type { Parsed } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { whyNotInPublic } from '#contract/profile.ts'
import { lockPerson } from '#server/account/people.ts'
import type { Db, UserContext } from '#server/context.ts'
import { missing, refuse, refuseIf } from '#server/fail.ts'

/** Shows an unsealed capsule to everybody, or no longer. First the capsule, then its person: an account closes so too. */
export async function capsuleIsPublic(
  { db, caller: { userId } }: UserContext,
  { capsule_id, is_public }: Parsed<'capsuleIsPublic'>,
) {
  const id = Number(capsule_id)
  await db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('capsules')
      .set({ is_public })
      .where('id', '=', id)
      .where('owner_id', '=', userId)
      .where('status', '=', STATUS.unsealed)
      .where('type', '=', TYPE.time)
      .executeTakeFirst()
    const { tel } = await lockPerson(db, userId)
    if (is_public === 1) refuseIf(whyNotInPublic({ tel: tel ?? '' }))
    if (numUpdatedRows === 0n) throw await whyNotPublic(db, id, userId)
  })
  return {}
}

async function whyNotPublic(db: Db, id: number, userId: number) {
  const row = await db
    .selectFrom('capsules')
    .select('status')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  return row ? refuse('解封之后才能公开胶囊') : missing()
}
