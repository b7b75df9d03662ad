import { z } from 'zod'
import { capsuleType } from './capsule.ts'
import { ended, flag, pageInput, walked } from './fields.ts'
import { WELCOME_GIFT_COUNT } from './limits.ts'

export const KINDS = ['time', 'diary', 'forecast'] as const
export type Kind = (typeof KINDS)[number]

export const KIND_NAME: Record<Kind, string> = { time: '时光胶囊', diary: '日记胶囊', forecast: '预测胶囊' }
export const INSUFFICIENT: Record<Kind, string> = {
  time: '时光胶囊不足',
  diary: '日记胶囊不足',
  forecast: '预测胶囊不足',
}

export const WELCOME_GIFT: Record<Kind, number> = {
  time: WELCOME_GIFT_COUNT,
  diary: WELCOME_GIFT_COUNT,
  forecast: WELCOME_GIFT_COUNT,
}

export const GIFT_CLAIMED = '领取成功'
export const GIFT_ALREADY = '新人礼包已经领取过了'

const count = z.int().min(0)
export const balances = z.object({ time_count: count, diary_count: count, forecast_count: count })
export type Balances = z.infer<typeof balances>

/** Why one capsule of this kind cannot be made with these balances, or undefined. */
export function whyNotAfford(held: Balances, kind: Kind): string | undefined {
  return held[`${kind}_count`] > 0 ? undefined : INSUFFICIENT[kind]
}

/** One movement of one balance: `count` is how many, `is_increase` which way. */
const record = z.object({
  id: z.string(),
  capsule_type: capsuleType,
  reason: z.string(),
  created_at: z.string(),
  count: z.int().min(1),
  is_increase: flag,
})
export type WalletRecord = z.infer<typeof record>
/** Ends at a movement's id, and at a running number of each balance – 0 where none of it was shown yet. */
export const recordsInput = pageInput.extend({ after: ended(/^\d{1,15}(?:_\d{1,15}){3}$/) })
/** `data.data`, as the specification has it. */
export const recordsOutput = walked(record)
