import { PASSWORD_COMMON, PASSWORD_WRONG } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import { TEL_ELSEWHERE, TEL_SAME } from '#contract/profile.ts'
import { isTaken, refuseAt } from '#server/core/fail.ts'
import { rememberDevice } from '#server/people/account/proof/devices.ts'
import { refuseUnlessProved } from '#server/people/account/proof/refuseUnlessProved.ts'
import { takeCode } from '#server/people/captcha/codes.ts'
import type { UserContext } from '#server/platform/context.ts'
import { isCommonPassword } from './commonPasswords.ts'
import { hashSecret, inHashingTurn } from './hashing.ts'
import { refuseUnlessOwnPassword } from './ownPassword.ts'
import { readPerson } from './people.ts'
import { readUser } from './user.ts'

type Credentials = { tel: string | null; password_hash: string | null }

/** Binds a number with a password to sign in by; only a person who knows its password may change a bound one. */
export async function telBind(context: UserContext, { tel, password, captcha }: Parsed<'telBind'>) {
  const { db, caller } = context
  const before = await readPerson(db, caller.userId)
  // The first number too: the person who binds it could prove themselves by it from then on.
  await refuseUnlessProved(context)
  if (before.tel === tel) throw refuseAt('tel', TEL_SAME)
  const passwordHash = await inHashingTurn({ lane: 'own', who: `person ${caller.userId}` }, async () => {
    const hash = await acceptPassword(context, before, password)
    await takeCode(context, tel, 'signedIn', captcha)
    return hash
  })
  await write(context, { tel, passwordHash }, before)
  rememberDevice(context, 'person', { id: caller.userId, password_hash: passwordHash })
  return { user: await readUser(context) }
}

/** The hash to keep: that of the own password when there is one, else of the new one. */
async function acceptPassword(context: UserContext, { password_hash }: Credentials, password: string): Promise<string> {
  if (password_hash === null) {
    if (isCommonPassword(password)) throw refuseAt('password', PASSWORD_COMMON)
    return hashSecret(context.keys, 'pepper', password)
  }
  await refuseUnlessOwnPassword(context, password, password_hash)
  return password_hash
}

/** That a number is somebody else's is said only after a right code. */
async function write({ db, caller }: UserContext, after: { tel: string; passwordHash: string }, before: Credentials) {
  try {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ tel: after.tel, password_hash: after.passwordHash })
      .where('id', '=', caller.userId)
      .where('cancelled_at', 'is', null)
      .where('password_hash', 'is not distinct from', before.password_hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuseAt('password', PASSWORD_WRONG)
  } catch (error) {
    if (isTaken(error, 'users_tel_key')) throw refuseAt('tel', TEL_ELSEWHERE)
    throw error
  }
}
