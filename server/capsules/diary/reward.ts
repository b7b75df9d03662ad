import { sql } from 'kysely'
import { dailyReward } from '#contract/diary.ts'
import { chinaDay } from '#contract/time.ts'
import { grant } from '#server/people/wallet/grant.ts'
import type { Tx } from '#server/platform/db/db.ts'

/** One reward a person and China day. */
const bookedAs = (userId: number, now: Date) => ({ scope: 'daily', key: `${userId} ${chinaDay(now)}` })

/** Gives what the first diary of this China day gives – how many – and 0 for any further one. */
export async function rewardFirst(db: Tx, userId: number, now: Date): Promise<number> {
  const amount = dailyReward(now)
  const cause = { userId, ...bookedAs(userId, now), reason: '每日首篇日记' }
  return (await grant(db, { ...cause, amounts: [{ kind: 'diary', amount }] })) ? amount : 0
}

/** Whether the day's first diary was written. */
export function wasRewarded(userId: number, now: Date) {
  const { scope, key } = bookedAs(userId, now)
  return sql<boolean>`exists (select from transactions where scope = ${scope} and key = ${key})`
}
