import type { Parsed } from '#contract/calls.ts'
import { whyNotNickname } from '#contract/profile.ts'
import type { UserContext } from '#server/context.ts'
import { refuseIf } from '#server/fail.ts'
import { readUser, refuseWithoutTel } from './user.ts'

/** Changes what is given. Name and picture are what others see, so a number stands behind them. */
export async function userInfoUpdate({ db, caller }: UserContext, { nickname, avatar, sex }: Parsed<'userInfoUpdate'>) {
  if (nickname !== undefined) refuseIf(whyNotNickname(nickname))
  if (nickname !== undefined || avatar !== undefined) await refuseWithoutTel(db, caller.userId)
  await db
    .updateTable('users')
    .set({
      ...(nickname === undefined ? {} : { nickname: nickname.trim() }),
      ...(avatar === undefined ? {} : { avatar }),
      ...(sex === undefined ? {} : { sex }),
    })
    .where('id', '=', caller.userId)
    .where('cancelled_at', 'is', null)
    .execute()
  return { user: await readUser(db, caller.userId) }
}
