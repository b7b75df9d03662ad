import { normaliseAnswer } from '#contract/seal.ts'
import { hashSecret, verifySecret } from '#server/people/account/hashing.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

/**
 * All answers in one slow hash: a guesser must guess them together, and no hint says which was wrong. Call it in a hashing turn;
 * null when there is nothing to answer.
 */
export async function hashAnswers(keys: Keys, answers: Record<string, string>): Promise<string | null> {
  const questions = Object.keys(answers)
  return questions.length === 0 ? null : hashSecret(keys, 'answers', joined(questions, answers))
}

export function verifyAnswers(keys: Keys, questions: string[], answers: Record<string, string>, stored: string) {
  return verifySecret(keys, 'answers', joined(questions, answers), stored)
}

/** The answer to a question of the map itself, never of what every object inherits. */
export const answerTo = (answers: Record<string, string>, question: string): string =>
  Object.hasOwn(answers, question) ? answers[question]! : ''

/** Sorted, because a map has no order worth relying on. */
const joined = (questions: string[], answers: Record<string, string>): string =>
  JSON.stringify([...questions].sort().map((question) => [question, normaliseAnswer(answerTo(answers, question))]))
