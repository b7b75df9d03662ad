import { STATUS } from '#contract/capsule.ts'
import { dateText, formatChina, parseChina, spanText } from '#contract/time.ts'
import type { Sealed } from '#contract/unseal.ts'

const DAY_MS = 86_400_000

/** Whether this sealed capsule may be opened now. */
export const isDue = (capsule: Sealed, now: number): boolean =>
  capsule.status === STATUS.approved || capsule.open_time <= formatChina(now)

/** Milliseconds until a moment in China time, never below zero. */
export const msUntil = (moment: string, now: number): number => Math.max(0, Number(parseChina(moment) ?? now) - now)

/** Within a day of opening, when every second is shown. */
export const isNear = (moment: string, now: number): boolean => msUntil(moment, now) < DAY_MS

/** The time left as a person says it: `3天`, and to the second on the last day: `05:09:01`. */
export function leftText(moment: string, now: number): string {
  const left = msUntil(moment, now)
  if (left >= DAY_MS) return spanText(0, left)
  const seconds = Math.ceil(left / 1000)
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

/** `2026/11/21 – 2036/11/21`. */
export const periodText = (sealed_at: string, open_time: string): string =>
  `${dateText(sealed_at)} – ${dateText(open_time)}`

/** To the minute, and to the second where the second was chosen. */
export const minuteText = (moment: string): string =>
  dateText(moment) + (moment.endsWith(':00') ? moment.slice(10, 16) : moment.slice(10))
