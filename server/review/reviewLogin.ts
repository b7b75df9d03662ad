import type { Parsed } from '#contract/calls.ts'
import { OPERATOR_WRONG } from '#contract/review.ts'
import { inHashingTurn, verifyNobody, verifySecret } from '#server/account/hashing.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { unboxText } from '#server/keys/box.ts'
import { addressName, forgetTries, takeAddressTry, takeTry } from '#server/tries.ts'
import { startOperatorSession } from './sessions.ts'
import { boundTo, stepOf, totpOf } from './totp.ts'

const TRIES_PER_NAME = [{ most: 5, seconds: 900 }]
const TRIES_PER_ADDRESS = [{ most: 30, seconds: 60 }]

/** Signs an operator in. Which of the three was wrong nobody learns, nor whether there is such a name. */
export async function reviewLogin(context: Context, { name, password, totp }: Parsed<'reviewLogin'>) {
  const { db, keys, now } = context
  await takeAddressTry(context, 'operator sign-in', TRIES_PER_ADDRESS)
  const operator = await findByName(context, name)
  const bucket = `operator ${name}`
  const right = await inHashingTurn(`operator from ${addressName(context)}`, async () => {
    await takeTry(db, bucket, TRIES_PER_NAME)
    return operator ? verifySecret(keys, 'operator', password, operator.password_hash) : verifyNobody(keys, password)
  })
  if (!operator || !right) throw refuse(OPERATOR_WRONG)
  const step = stepOf(totpOf(name, unboxText(keys, operator.totp_secret, boundTo(name))), totp, now())
  const token = step === undefined ? undefined : await startOperatorSession(db, operator.id, step)
  if (!token) throw refuse(OPERATOR_WRONG)
  await forgetTries(db, bucket)
  return { token, name }
}

const findByName = ({ db }: Pick<Context, 'db'>, name: string) =>
  db
    .selectFrom('operators')
    .select(['id', 'password_hash', 'totp_secret'])
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
