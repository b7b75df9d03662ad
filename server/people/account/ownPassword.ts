import { PASSWORD_WRONG } from '#contract/account.ts'
import { refuseAt } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { consume, forgetTries } from '#server/platform/rateLimit.ts'
import { verifySecret } from './hashing.ts'

const TRIES = [
  { most: 10, seconds: 900 },
  { most: 100, seconds: 86_400 },
]

/** Refuses unless this is the caller's own password; guesses count for the person, whichever call they are made at. */
export async function refuseUnlessOwnPassword(context: UserContext, password: string, stored: string): Promise<void> {
  const { db, keys, caller } = context
  const bucket = `own password of ${caller.userId}`
  await consume(db, bucket, TRIES)
  if (!(await verifySecret(keys, 'pepper', password, stored))) throw refuseAt('password', PASSWORD_WRONG)
  await forgetTries(db, bucket)
}
