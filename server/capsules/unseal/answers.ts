import { ANSWER_MISSING, ANSWER_WRONG } from '#contract/unseal.ts'
import type { Slot } from '#server/capsules/notice/link.ts'
import { answerTo, verifyAnswers } from '#server/capsules/seal/answers.ts'
import { refuseAt } from '#server/core/fail.ts'
import { inHashingTurn } from '#server/people/account/hashing.ts'
import type { Services } from '#server/platform/context.ts'
import { consume, forgetTries } from '#server/platform/rateLimit.ts'
import type { Locked, Mine } from './sealed.ts'

/** Answers: 5 tries in 15 minutes, 20 in all, for each asker (readings 3). */
const ANSWER_TRIES = [
  { most: 5, seconds: 900 },
  { most: 20, seconds: 10 * 365 * 86_400 },
]

/** Each asker has tries of their own: nobody with a link can use up the owner's, nor another contact's. */
export const triesOfOwner = ({ id, userId }: Mine): string => `answers of ${id} by owner ${userId}`
export const triesOfReceiver = ({ id, userId }: Mine): string => `answers of ${id} by receiver ${userId}`
export const triesOfLink = ({ capsuleId, channel, generation }: Slot): string =>
  `answers of ${capsuleId} by ${channel} ${generation}`

type Asking = Pick<Services, 'db' | 'keys'> & { bucket: string }

/** Refuses unless every answer is right; says nothing of which was wrong. */
export async function checkAnswers(
  { db, keys, bucket }: Asking,
  { questions, answers_hash }: Locked,
  given: Record<string, string>,
): Promise<void> {
  if (!answers_hash) return
  if (questions.some((question) => !answerTo(given, question).trim())) throw refuseAt('key_answer', ANSWER_MISSING)
  const right = await inHashingTurn({ lane: 'own', who: bucket }, async () => {
    await consume(db, bucket, ANSWER_TRIES)
    return verifyAnswers(keys, questions, given, answers_hash)
  })
  if (!right) throw refuseAt('key_answer', ANSWER_WRONG)
  await forgetTries(db, bucket)
}
