import { SIGN_IN_WRONG } from '#contract/account.ts'
import type { Parsed } from '#contract/calls.ts'
import { refuseAt } from '#server/core/fail.ts'
import { deviceOf } from '#server/people/account/proof/devices.ts'
import { findByTel } from '#server/people/captcha/whose.ts'
import type { Context } from '#server/platform/context.ts'
import { consume, consumeForAddress, forgetTries, refuseFlood } from '#server/platform/rateLimit.ts'
import { inHashingTurn, strangersTurn, verifyNobody, verifySecret } from './hashing.ts'
import { startSession } from './sessions.ts'

/** Tries of all strangers together, and of each device that the person has signed in on (docs/decisions/guesses.md). */
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
    await consume(db, bucket, TRIES_PER_TEL)
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
 * database is read only where a cookie says that there may be such a device.
 */
async function wayIn(context: Context, tel: string) {
  const device = await deviceOf(context, 'person', () => findByTel(context.db, tel))
  if (device)
    return { turn: { lane: 'own', who: `device ${device}` }, bucket: `on ${device}, password of ${tel}` } as const
  refuseFlood(context, 'sign-in')
  const first = () => consumeForAddress(context, 'sign-in', TRIES_PER_ADDRESS)
  return { turn: { ...strangersTurn(context, 'guess', tel), first }, bucket: strangersAt(tel) }
}

/** The bucket for wrong passwords of a number, from devices that are not known. */
export const strangersAt = (tel: string): string => STRANGERS + tel
export const STRANGERS = 'password of '
