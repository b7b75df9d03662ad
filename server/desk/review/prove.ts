import { OPERATOR_WRONG } from '#contract/review.ts'
import { refuse } from '#server/core/fail.ts'
import { inHashingTurn, verifySecret } from '#server/people/account/hashing.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import { consume } from '#server/platform/rateLimit.ts'
import { boundTo, stepOf, TRIES_PER_NAME, triesAtDesk } from './totp.ts'

type Proof = { password: string; totp: string }

/**
 * Proves that the person at the desk is the operator who signed in. As at signing in: one refusal for password and code together,
 * few tries, each code once.
 */
export async function prove({ db, keys, now, operator }: OperatorContext, { password, totp }: Proof): Promise<void> {
  const { operatorId, name } = operator
  const row = await db
    .selectFrom('operators')
    .select(['password_hash', 'totp_secret'])
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  const right = await inHashingTurn({ lane: 'own', who: `operator ${name}` }, async () => {
    await consume(db, triesAtDesk(name), TRIES_PER_NAME)
    return verifySecret(keys, 'operator', password, row.password_hash)
  })
  if (!right) throw refuse(OPERATOR_WRONG)
  const step = await stepOf({ name, secret: decryptText(keys, row.totp_secret, boundTo(name)) }, totp, now())
  if (step === undefined || !(await spendStep(db, operatorId, step))) throw refuse(OPERATOR_WRONG)
}

async function spendStep(db: Db, operatorId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operators')
    .set({ totp_step: step })
    .where('id', '=', operatorId)
    .where('totp_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
