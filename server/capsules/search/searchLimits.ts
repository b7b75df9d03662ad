import { makeKeyedLimit } from '#server/core/concurrency/keyedLimit.ts'
import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'
import { flood } from '#server/core/fail.ts'

/** Of one person at once in a process; a page asks for one, and for the next when what it shows has changed. */
const OF_ONE_PERSON_MOST = 4
const enter = makeKeyedLimit()

/** Opening and looking takes the processor: a few bites at once, so that everybody else's calls come in between. */
export const limitBites = makeSemaphore({ atOnce: 2, waitingMost: 100, waitMostMs: 5_000 })

/** One search of this person's; throws 429 where too many of theirs are under way. */
export async function limitPerPerson<T>(userId: number, search: () => Promise<T>): Promise<T> {
  const leave = enter([{ crowd: String(userId), most: OF_ONE_PERSON_MOST, refusal: flood }])
  try {
    return await search()
  } finally {
    leave()
  }
}
