import { randomInt } from 'node:crypto'
import { PASSWORD_COMMON, TEL_TAKEN } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import type { Context, Db } from '#server/context.ts'
import { isTaken, refuse } from '#server/fail.ts'
import { openAccounts } from '#server/wallet/openAccounts.ts'
import { takeCode } from './codes.ts'
import { hashSecret, isCommonPassword } from './password.ts'
import { startSession } from './sessions.ts'

/** Makes an account and signs in. That a number is taken is said only after a right code. */
export async function register(context: Context, input: Parsed<'register'>) {
  const { db, keys } = context
  if (isCommonPassword(input.password)) throw refuse(PASSWORD_COMMON)
  await takeCode(context, input.tel, 'signedOut', input.captcha)
  const passwordHash = await hashSecret(keys, 'pepper', input.password)
  const userId = await makeUser(db, input.tel, passwordHash, input.agreement_version)
  return { token: await startSession(context, userId) }
}

/** One account row with its three empty balances. Throws the rule's words when the number is taken. */
export async function makeUser(db: Db, tel: string, passwordHash: string, agreementVersion?: string): Promise<number> {
  try {
    return await db.transaction().execute(async (db) => {
      const { id } = await db
        .insertInto('users')
        .values({
          tel,
          password_hash: passwordHash,
          nickname: `时光旅人${randomInt(10_000, 100_000)}`,
          agreement_version: agreementVersion ?? null,
          agreed_at: agreementVersion ? new Date() : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await openAccounts(db, id)
      return id
    })
  } catch (error) {
    if (isTaken(error, 'users_tel_key')) throw refuse(TEL_TAKEN)
    throw error
  }
}
