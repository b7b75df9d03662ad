import { z } from 'zod'
import { EXCHANGE_MAX, EXCHANGE_RATE } from './limits.ts'
import { KIND_NAME } from './wallet.ts'

export const EXCHANGED = '兑换成功'
export const EXCHANGE_NOTHING = '请滑动选择兑换数量'
export const EXCHANGE_MOST = `一次最多兑换${EXCHANGE_MAX}个`

/** The kinds one time capsule can be exchanged for (specification 3): 1 diary, 2 prediction. */
export const EXCHANGE_KIND = { 1: 'diary', 2: 'forecast' } as const
export type ExchangeType = keyof typeof EXCHANGE_KIND

/** `price`: time capsules spent; twice as many are received. */
export const exchangeInput = z.object({
  type: z.literal([1, 2]),
  price: z
    .int('兑换数量应为整数')
    .min(1, EXCHANGE_NOTHING)
    .max(EXCHANGE_MAX / EXCHANGE_RATE, EXCHANGE_MOST),
})

/** How many can be received at once with so many time capsules. */
export const mostExchanged = (time: number): number => Math.min(EXCHANGE_MAX, time * EXCHANGE_RATE)

/** To the letter (specification 5): `after` is how many one will hold of the type received (readings 8). */
export const exchangeQuestion = (type: ExchangeType, count: number, after: number): string =>
  `确认兑换${count}个${KIND_NAME[EXCHANGE_KIND[type]]}吗？兑换后剩余${after}个${KIND_NAME[EXCHANGE_KIND[type]]}。`
