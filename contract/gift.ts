import { z } from 'zod'
import { id } from './fields.ts'
import { GIFT_MAX } from './limits.ts'

export const GIFT_NOTHING = '请至少选择一个胶囊数量'
export const GIFT_GIVEN = '赠送成功'
export const GIFT_MOST = `每种最多赠送${GIFT_MAX}个`
export const GIFT_SELF = '不能赠送给自己'

const amount = z.int('赠送数量应为整数').min(0, '赠送数量不能小于0').max(GIFT_MAX, GIFT_MOST).default(0)
/** Whole numbers of each kind; the server refuses a gift of nothing. */
export const giftInput = z.object({
  user_id: id,
  gift: z.object({ time: amount, diary: amount, forecast: amount }),
})
export type Gift = z.infer<typeof giftInput>['gift']
