import { SIGN_IN_WRONG } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import type { Context } from '#server/context.ts'
import { refuseAt } from '#server/fail.ts'
import { addressHash, addressName, forgetTries, takeAddressTry, takeTry } from '#server/tries.ts'
import { inHashingTurn, verifyNobody, verifySecret } from './hashing.ts'
import { startSession } from './sessions.ts'

const TRIES_PER_TEL = [
  { most: 10, seconds: 900 },
  { most: 100, seconds: 86_400 },
]
const TRIES_PER_ADDRESS = [{ most: 30, seconds: 60 }]

/** Signs in. Known and unknown numbers answer alike and take the same time. */
export async function login(context: Context, { tel, password, agreement_version }: Parsed<'login'>) {
  const { db, keys } = context
  await takeAddressTry(context, 'sign-in', TRIES_PER_ADDRESS)
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('tel', '=', tel)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  const bucket = await bucketOf(context, tel, user?.id ?? 0)
  const stored = user?.password_hash
  const right = await inHashingTurn(`${tel} from ${addressName(context)}`, async () => {
    await takeTry(db, bucket, TRIES_PER_TEL)
    return stored ? verifySecret(keys, 'pepper', password, stored) : verifyNobody(keys, password)
  })
  if (!user || !stored || !right) throw refuseAt('password', SIGN_IN_WRONG)
  await forgetTries(db, bucket)
  const token = await startSession(context, { userId: user.id, passwordHash: stored, agreement_version })
  if (!token) throw refuseAt('password', SIGN_IN_WRONG)
  return { token }
}

/** Tries from an address this person has signed in from count apart: strangers cannot keep the owner out. */
async function bucketOf(context: Context, tel: string, userId: number): Promise<string> {
  const known = await context.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('address_hash', '=', addressHash(context))
    .limit(1)
    .executeTakeFirst()
  return known ? `password of ${tel} from ${addressName(context)}` : `password of ${tel}`
}
