import { LAST_MONTH } from '#contract/months.ts'
import type { Services } from '#server/platform/context.ts'
import { developmentNumber } from './developmentNumbers.ts'
import { keyAt, soundMonthKeys } from './keptKeys.ts'
import { publicKeyOf } from './monthKeys.ts'

/** The month whose number opens what is wrapped with the key. */
export type MonthKey = { month: string; key: Uint8Array }

/** The key of a month; of one before the first one the first one's. Undefined where no keys were taken, and after the last one. */
export type KeyForMonth = (month: string) => MonthKey | undefined

/**
 * The public keys to wrap for, checked as they are read. Throws `MonthKeysBroken` where the table is not as it was written. In development
 * without keys the pair of a month is made as it is asked for.
 */
export async function keysForMonths(services: Pick<Services, 'config' | 'db' | 'keys'>): Promise<KeyForMonth> {
  const kept = await soundMonthKeys(services)
  if (kept) return (month) => keyIn(kept, month)
  if (services.config.production) return () => undefined
  return (month) => developmentKey(services, month)
}

const developmentKey = (services: Pick<Services, 'config' | 'keys'>, month: string): MonthKey | undefined =>
  month > LAST_MONTH ? undefined : { month, key: publicKeyOf(developmentNumber(services, month).number) }

function keyIn(kept: Parameters<typeof keyAt>[0], month: string): MonthKey | undefined {
  const { first_month, last_month } = kept
  if (month > last_month) return undefined
  const at = month < first_month ? first_month : month
  return { month: at, key: keyAt(kept, at) }
}
