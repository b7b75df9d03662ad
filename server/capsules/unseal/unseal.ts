import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { ALREADY_OPEN, UNSEALING } from '#contract/unseal.ts'
import { mayOpen } from '#server/capsules/capsule/mayOpen.ts'
import { refuse, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { checkAnswers, triesOfOwner } from './answers.ts'
import { openReceived } from './openReceived.ts'
import { makeOpenStatement } from './openStatement.ts'
import { type Mine, mineOf, readSealed } from './sealed.ts'

/**
 * Opens the owner's capsule, or one that the caller has received, once its moment has come by the database's clock and every answer
 * is right. Most have no questions and are opened by the one statement alone; only a refusal has to be read and explained.
 */
export async function unseal(context: UserContext, { capsule_id, key_answer = {} }: Parsed<'unseal'>) {
  const mine = mineOf(context, capsule_id)
  if (await openWithoutQuestions(context, { ...mine, by: 'owner' })) return { capsule_id }
  if (await openReceived(context, mine, key_answer)) return { capsule_id }
  const locked = await readOpenable(context, mine)
  await checkAnswers({ ...context, bucket: triesOfOwner(mine) }, locked, key_answer)
  if (await openAnswered(context, { ...mine, by: 'owner' })) return { capsule_id }
  await readOpenable(context, mine)
  throw refuse(ALREADY_OPEN)
}

const ownAndCome = ({ userId }: Mine, due: RawBuilder<string>) => sql`c.owner_id = ${userId} and ${mayOpen(due)}`
const openWithoutQuestions = makeOpenStatement(
  (mine: Mine, due) => sql`${ownAndCome(mine, due)} and c.answers_hash is null`,
)
const openAnswered = makeOpenStatement(ownAndCome)

async function readOpenable(context: UserContext, mine: Mine) {
  const sealed = await readSealed(context, mine)
  refuseIf(UNSEALING[sealed.state].whyNotUnseal)
  return sealed
}
