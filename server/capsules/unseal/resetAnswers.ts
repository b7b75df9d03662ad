import type { Parsed } from '#contract/calls.ts'
import type { UserContext } from '#server/platform/context.ts'
import { forgetTries } from '#server/platform/rateLimit.ts'
import { triesOfOwner } from './answers.ts'
import { refuseWithoutQuestions, takeOwnCode } from './ownQuestions.ts'
import { mineOf } from './sealed.ts'

/** With a code to their number the owner may try answers anew (readings 3). */
export async function resetAnswers(context: UserContext, { capsule_id, captcha }: Parsed<'resetAnswers'>) {
  const mine = mineOf(context, capsule_id)
  await refuseWithoutQuestions(context.db, mine)
  await takeOwnCode(context, captcha)
  await forgetTries(context.db, triesOfOwner(mine))
  return {}
}
