import type { Parsed } from '#contract/calls.ts'
import { OPERATOR_WRONG } from '#contract/review.ts'
import { refuse } from '#server/core/fail.ts'
import { inHashingTurn, strangersTurn, verifyNobody, verifySecret } from '#server/people/account/hashing.ts'
import { deviceOf, rememberDevice } from '#server/people/account/proof/devices.ts'
import type { Context } from '#server/platform/context.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import { consume, consumeForAddress, forgetTries, refuseFlood } from '#server/platform/rateLimit.ts'
import { startOperatorSession } from './sessions.ts'
import { boundTo, STRANGERS, stepOf, TRIES_PER_NAME } from './totp.ts'

const TRIES_PER_ADDRESS = [{ most: 30, seconds: 60 }]

/** Signs an operator in. Which of the three was wrong nobody learns, nor whether there is such a name. */
export async function reviewLogin(context: Context, { name, password, totp }: Parsed<'reviewLogin'>) {
  const { db, keys, now } = context
  const { turn, bucket } = await wayIn(context, name)
  const operator = await inHashingTurn(turn, async () => {
    await consume(db, bucket, TRIES_PER_NAME)
    const found = await findByName(context, name)
    const right = found
      ? await verifySecret(keys, 'operator', password, found.password_hash)
      : await verifyNobody(keys, password)
    return right ? found : undefined
  })
  if (!operator) throw refuse(OPERATOR_WRONG)
  const step = await stepOf({ name, secret: decryptText(keys, operator.totp_secret, boundTo(name)) }, totp, now())
  const token = step === undefined ? undefined : await startOperatorSession(db, operator.id, step)
  if (!token) throw refuse(OPERATOR_WRONG)
  rememberDevice(context, 'operator', operator)
  await forgetTries(db, bucket)
  return { token, name }
}

/** As for people (login.ts): a device of theirs waits and counts apart from strangers. */
async function wayIn(context: Context, name: string) {
  const device = await deviceOf(context, 'operator', () => findByName(context, name))
  if (device)
    return { turn: { lane: 'own', who: `device ${device}` }, bucket: `on ${device}, operator ${name}` } as const
  refuseFlood(context, 'operator sign-in')
  const first = () => consumeForAddress(context, 'operator sign-in', TRIES_PER_ADDRESS)
  return { turn: { ...strangersTurn(context, 'guess', `operator ${name}`), first }, bucket: STRANGERS + name }
}

const findByName = ({ db }: Pick<Context, 'db'>, name: string) =>
  db
    .selectFrom('operators')
    .select(['id', 'password_hash', 'totp_secret'])
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
