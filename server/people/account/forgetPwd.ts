import { PASSWORD_COMMON, TEL_UNKNOWN } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import { refuseAt } from '#server/core/fail.ts'
import { takeCode } from '#server/people/captcha/codes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { forgetTries } from '#server/platform/rateLimit.ts'
import { isCommonPassword } from './commonPasswords.ts'
import { hashSecret, inHashingTurn, strangersTurn } from './hashing.ts'
import { strangersAt } from './login.ts'
import { endAllSessions, forgetSignIns, startSession } from './sessions.ts'

/** A new password by a code; every earlier sign-in is over with it, in one transaction. */
export async function forgetPwd(context: Context, { tel, password, captcha, agreement_version }: Parsed<'forgetPwd'>) {
  const { db, keys } = context
  if (isCommonPassword(password)) throw refuseAt('password', PASSWORD_COMMON)
  const passwordHash = await inHashingTurn(strangersTurn(context, 'code', tel), async () => {
    await takeCode(context, tel, 'signedOut', captcha)
    return hashSecret(keys, 'pepper', password)
  })
  const userId = await inTransaction(db, (db) => setPassword(db, tel, passwordHash))
  if (userId === undefined) throw refuseAt('tel', TEL_UNKNOWN)
  forgetSignIns(userId)
  await forgetTries(db, strangersAt(tel))
  const token = await startSession(context, { userId, passwordHash, agreement_version })
  if (!token) throw refuseAt('tel', TEL_UNKNOWN)
  return { token }
}

async function setPassword(db: Db, tel: string, passwordHash: string): Promise<number | undefined> {
  const user = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('tel', '=', tel)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (user) await endAllSessions(db, user.id)
  return user?.id
}
