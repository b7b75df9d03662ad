import { now } from '#web/ui/clock.ts'
import { useNow } from '#web/ui/useNow.ts'
import { isNear } from './due.ts'

/** The pages' clock in milliseconds: each minute, and each second of the day before this moment. */
export const useNowNear = (moment: string): number => useNow(isNear(moment, now()) ? 1_000 : 60_000)
