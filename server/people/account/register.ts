import { PASSWORD_COMMON, TEL_TAKEN } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import { isTaken, refuseAt } from '#server/core/fail.ts'
import { takeCode } from '#server/people/captcha/codes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { isCommonPassword } from './commonPasswords.ts'
import { hashSecret, inHashingTurn, strangersTurn } from './hashing.ts'
import { makePerson } from './people.ts'
import { startSession } from './sessions.ts'

/** Makes an account and signs in. That a number is taken is said only after a right code. */
export async function register(context: Context, { tel, password, captcha, agreement_version }: Parsed<'register'>) {
  const { db, keys } = context
  if (isCommonPassword(password)) throw refuseAt('password', PASSWORD_COMMON)
  const passwordHash = await inHashingTurn(strangersTurn(context, 'code', tel), async () => {
    await takeCode(context, tel, 'signedOut', captcha)
    return hashSecret(keys, 'pepper', password)
  })
  const userId = await makeUser(db, tel, passwordHash)
  const token = await startSession(context, { userId, passwordHash, agreement_version })
  if (!token) throw refuseAt('tel', TEL_TAKEN)
  return { token }
}

/** An account by its number. Throws the rule's words when the number is taken. */
export async function makeUser(db: Db, tel: string, passwordHash: string): Promise<number> {
  try {
    return await inTransaction(db, (db) => makePerson(db, { tel, password_hash: passwordHash }))
  } catch (error) {
    if (isTaken(error, 'users_tel_key')) throw refuseAt('tel', TEL_TAKEN)
    throw error
  }
}
