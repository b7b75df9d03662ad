import type { Parsed } from '#contract/calls.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { FOLLOW_SELF } from '#contract/social.ts'
import { missing, refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

/** Follows somebody who is still with us; a second time changes nothing. The database counts. */
export async function userFollow({ db, caller: { userId } }: UserContext, { user_id }: Parsed<'userFollow'>) {
  const followed = Number(user_id)
  if (followed === userId) throw refuse(FOLLOW_SELF)
  await inTransaction(db, async (db) => {
    await lockPerson(db, userId)
    const other = await db
      .selectFrom('users')
      .select(['cancelled_at', 'hidden'])
      .where('id', '=', followed)
      .executeTakeFirst()
    if (!other || other.hidden) throw missing()
    if (other.cancelled_at !== null) throw refuse(CANCELLED_NAME)
    await db
      .insertInto('follows')
      .values({ follower_id: userId, followed_id: followed })
      .onConflict((taken) => taken.doNothing())
      .execute()
  })
  return {}
}

/** Follows no longer, also somebody who has left. */
export async function userUnfollow({ db, caller }: UserContext, { user_id }: Parsed<'userUnfollow'>) {
  await db
    .deleteFrom('follows')
    .where('follower_id', '=', caller.userId)
    .where('followed_id', '=', Number(user_id))
    .execute()
  return {}
}
