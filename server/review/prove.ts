import { OPERATOR_WRONG } from '#contract/review.ts'
import { inHashingTurn, verifySecret } from '#server/account/hashing.ts'
import type { Db, OperatorContext } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { unboxText } from '#server/keys/box.ts'
import { takeTry } from '#server/tries.ts'
import { boundTo, stepOf, TRIES_PER_NAME, triesAtDesk } from './totp.ts'

type Proof = { password: string; totp: string }

/** Who sits at the desk is still who signed in. As at signing in: password and code are wrong together, few tries, each code once. */
export async function prove({ db, keys, now, operator }: OperatorContext, { password, totp }: Proof): Promise<void> {
  const { operatorId, name } = operator
  const row = await db
    .selectFrom('operators')
    .select(['password_hash', 'totp_secret'])
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  const right = await inHashingTurn({ lane: 'own', who: `operator ${name}` }, async () => {
    await takeTry(db, triesAtDesk(name), TRIES_PER_NAME)
    return verifySecret(keys, 'operator', password, row.password_hash)
  })
  if (!right) throw refuse(OPERATOR_WRONG)
  const step = await stepOf({ name, secret: unboxText(keys, row.totp_secret, boundTo(name)) }, totp, now())
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
