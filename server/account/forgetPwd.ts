import { PASSWORD_COMMON, TEL_UNKNOWN } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { takeCode } from './codes.ts'
import { hashSecret, isCommonPassword } from './password.ts'
import { endAllSessions, startSession } from './sessions.ts'
import { forgetTries } from './tries.ts'

/** A new password by a code; every earlier sign-in is over. */
export async function forgetPwd(context: Context, { tel, password, captcha }: Parsed<'forgetPwd'>) {
  const { db, keys } = context
  if (isCommonPassword(password)) throw refuse(PASSWORD_COMMON)
  await takeCode(context, tel, 'signedOut', captcha)
  const passwordHash = await hashSecret(keys, 'pepper', password)
  const user = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('tel', '=', tel)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!user) throw refuse(TEL_UNKNOWN)
  await endAllSessions(db, user.id)
  await forgetTries(db, `password of ${tel}`)
  return { token: await startSession(context, user.id) }
}
