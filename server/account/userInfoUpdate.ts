import type { Parsed } from '#contract/calls.ts'
import { whyNotNickname } from '#contract/profile.ts'
import type { UserContext } from '#server/context.ts'
import { lockPerson } from '#server/db/locks.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuseIf } from '#server/fail.ts'
import { checkAvatar, nameAvatar } from './avatar.ts'
import { readUser, refuseWithoutTel } from './user.ts'

/** Changes what is given. Name and picture are what others see, so a number stands behind them. */
export async function userInfoUpdate(context: UserContext, { nickname, avatar, ...plain }: Parsed<'userInfoUpdate'>) {
  const { db, caller } = context
  if (nickname !== undefined) refuseIf(whyNotNickname(nickname))
  if (nickname !== undefined || avatar !== undefined) await refuseWithoutTel(db, caller.userId)
  const picture = avatar === undefined ? undefined : await checkAvatar(context, avatar)
  await inTransaction(db, async (db) => {
    await (picture === undefined ? lockPerson(db, caller.userId) : nameAvatar(db, caller.userId, picture))
    await db
      .updateTable('users')
      .set({
        ...(nickname === undefined ? {} : { nickname: nickname.trim() }),
        ...(picture === undefined ? {} : { avatar: picture }),
        ...plain,
      })
      .where('id', '=', caller.userId)
      .where('cancelled_at', 'is', null)
      .execute()
  })
  return { user: await readUser(context) }
}
