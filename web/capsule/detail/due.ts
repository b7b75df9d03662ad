import { type Card, STATUS } from '#contract/capsule.ts'
import { DAY_MS, dateText, formatChina, parseChina, spanText } from '#contract/time.ts'
import type { Sealed } from '#contract/unseal.ts'

const MINUTE_MS = 60_000

export const UNDER_A_MINUTE = '不到1分钟'

/** Whether this sealed capsule may be opened now. */
export const isDue = (capsule: Sealed, now: number): boolean =>
  capsule.status === STATUS.approved || capsule.open_time <= formatChina(now)

/** Milliseconds until a moment in China time, never below zero. */
export const msUntil = (moment: string, now: number): number => Math.max(0, Number(parseChina(moment) ?? now) - now)

/** The whole minutes until a moment; no text shows seconds. */
export const minutesUntil = (moment: string, now: number): number => Math.floor(msUntil(moment, now) / MINUTE_MS)

/** Whether a capsule opens within a day: then its page looks every second, so that the button changes on the moment. */
export const isNear = (moment: string, now: number): boolean => msUntil(moment, now) < DAY_MS

/** The time left as a person says it: `3天`, and on the last day `5小时9分钟`. */
export function leftText(moment: string, now: number): string {
  const left = msUntil(moment, now)
  if (left >= DAY_MS) return spanText(0, left)
  const minutes = minutesUntil(moment, now)
  if (minutes === 0) return UNDER_A_MINUTE
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return (hours > 0 ? `${hours}小时` : '') + (rest > 0 ? `${rest}分钟` : '')
}

/** `2026/11/21 – 2036/11/21`. */
export const periodText = (sealed_at: string, open_time: string): string =>
  `${dateText(sealed_at)} – ${dateText(open_time)}`

/** `封存了3年`: until it was opened, or until now. */
export const sealedForText = ({ sealed_at, open_at }: Pick<Card, 'sealed_at' | 'open_at'>, now: number): string =>
  `封存了${spanText(Number(parseChina(sealed_at)), Number(parseChina(open_at) ?? now))}`
