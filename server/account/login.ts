import { SIGN_IN_WRONG } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import { findByTel } from '#server/captcha/whose.ts'
import type { Context } from '#server/context.ts'
import { refuseAt } from '#server/fail.ts'
import { deviceOf } from '#server/proof/devices.ts'
import { forgetTries, refuseFlood, takeAddressTry, takeTry } from '#server/tries.ts'
import { inHashingTurn, strangersTurn, verifyNobody, verifySecret } from './hashing.ts'
import { startSession } from './sessions.ts'

/** Of strangers together, and of each device that the person has signed in on (decision 042). */
export const TRIES_PER_TEL = [
  { most: 10, seconds: 900 },
  { most: 100, seconds: 86_400 },
]
const TRIES_PER_ADDRESS = [{ most: 30, seconds: 60 }]

/** Signs in. Known and unknown numbers answer alike and take the same time. */
export async function login(context: Context, { tel, password, agreement_version }: Parsed<'login'>) {
  const { db, keys } = context
  const { turn, bucket } = await wayIn(context, tel)
  const user = await inHashingTurn(turn, async () => {
    await takeTry(db, bucket, TRIES_PER_TEL)
    const found = await findByTel(db, tel)
    const stored = found?.password_hash
    const right = stored ? await verifySecret(keys, 'pepper', password, stored) : await verifyNobody(keys, password)
    return right && stored ? { id: found.id, passwordHash: stored } : undefined
  })
  if (!user) throw refuseAt('password', SIGN_IN_WRONG)
  await forgetTries(db, bucket)
  const token = await startSession(context, { userId: user.id, passwordHash: user.passwordHash, agreement_version })
  if (!token) throw refuseAt('password', SIGN_IN_WRONG)
  return { token }
}

/**
 * Where this sign-in waits and counts: on a device of the person's apart from strangers, whose guesses reach neither. The
 * database is asked of it only where a cookie says that there may be one.
 */
async function wayIn(context: Context, tel: string) {
  const device = await deviceOf(context, 'person', () => findByTel(context.db, tel))
  if (device)
    return { turn: { lane: 'own', who: `device ${device}` }, bucket: `on ${device}, password of ${tel}` } as const
  refuseFlood(context, 'sign-in')
  const first = () => takeAddressTry(context, 'sign-in', TRIES_PER_ADDRESS)
  return { turn: { ...strangersTurn(context, 'guess', tel), first }, bucket: strangersAt(tel) }
}

/** Where wrong passwords of a number count, of whoever is not known here. */
export const strangersAt = (tel: string): string => STRANGERS + tel
export const STRANGERS = 'password of '
