import { LAST_MONTH } from '#contract/months.ts'
import type { Services } from '#server/platform/context.ts'
import { developmentNumber } from './developmentNumbers.ts'
import { keyAt, soundMonthKeys } from './keptKeys.ts'
import { publicKeyOf } from './monthKeys.ts'

/** The month whose number opens what is wrapped with the key. */
export type MonthKey = { month: string; key: Uint8Array }

/**
 * The public key to wrap for a month, checked at each call; of a month before the first one the first one's. Undefined where no keys were
 * taken, and for a month after the last one. Throws `MonthKeysBroken` where the table is not as it was written. In development without
 * keys the pair of a month is made as it is asked for.
 */
export async function keyForMonth(
  services: Pick<Services, 'config' | 'db' | 'keys'>,
  month: string,
): Promise<MonthKey | undefined> {
  const kept = await soundMonthKeys(services)
  if (kept) return keyIn(kept, month)
  if (services.config.production || month > LAST_MONTH) return undefined
  return { month, key: publicKeyOf(developmentNumber(services, month).number) }
}

function keyIn(kept: Parameters<typeof keyAt>[0], month: string): MonthKey | undefined {
  const { first_month, last_month } = kept
  if (month > last_month) return undefined
  const at = month < first_month ? first_month : month
  return { month: at, key: keyAt(kept, at) }
}
