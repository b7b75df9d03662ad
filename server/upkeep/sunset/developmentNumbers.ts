import type { MonthNumber } from '#contract/monthNumbers.ts'
import { LAST_MONTH } from '#contract/months.ts'
import type { Services } from '#server/platform/context.ts'
import { numberOfSeed } from './monthKeys.ts'

const PURPOSE = 'month keys of development'

/**
 * The number of a month where nobody has taken keys, so that a developer sees what will be seen then: its seed is of the master key,
 * and so another one after a rotation. Throws in production, where a server never has a seed.
 */
export function developmentNumber({ config, keys }: Pick<Services, 'config' | 'keys'>, month: string): MonthNumber {
  if (config.production) throw new Error('a server in production has no number of any month')
  if (month > LAST_MONTH) throw new Error(`there is no number after that of ${LAST_MONTH}`)
  return { number: numberOfSeed(month, keys.derive(PURPOSE)), from: month }
}
