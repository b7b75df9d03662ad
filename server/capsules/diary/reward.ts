import { sql } from 'kysely'
import { dailyReward } from '#contract/diary.ts'
import { chinaDay } from '#contract/time.ts'
import type { Bonus } from '#server/people/wallet/post.ts'

/** The reward of the first diary of this China day, as a part of the movement that pays for it: one a person and day. */
export const rewardOf = (userId: number, now: Date): Bonus => ({
  bonusScope: 'daily',
  bonusKey: `${userId} ${chinaDay(now)}`,
  bonusReason: '每日首篇日记',
  bonusAmount: dailyReward(now),
})

/** The bonus as a statement answers it that has moved it: how many, 0 for any further diary. */
export const REWARD = sql<number>`(select amount::int from gained)`

/** Whether the day's first diary was written. */
export function wasRewarded(userId: number, now: Date) {
  const { bonusScope, bonusKey } = rewardOf(userId, now)
  return sql<boolean>`exists (select from transactions where scope = ${bonusScope} and key = ${bonusKey})`
}
