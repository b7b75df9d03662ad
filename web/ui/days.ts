import { addDays, chinaDay, chinaMonth, chinaWeekday, parseChina, startOfMonth } from '#contract/time.ts'

/** So many rows hold any month, and keep the calendar as high as it is. */
const WEEKS = 6

/** 0 for Sunday to 6 for Saturday, of a day like `2026-11-03`. */
export const weekdayOf = (day: string): number => chinaWeekday(parseChina(day) ?? Number.NaN)

/** The days of a month in weeks that begin with Sunday; the places before and after them are undefined. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = startOfMonth(month)
  const before = chinaWeekday(first)
  const dayAt = (place: number): string | undefined => {
    const day = addDays(first, place - before)
    return chinaMonth(day) === month ? chinaDay(day) : undefined
  }
  return Array.from({ length: WEEKS }, (_, week) => Array.from({ length: 7 }, (_day, at) => dayAt(week * 7 + at)))
}

/** `2026-11-03` and 7 is `2026-11-10`. */
export const shiftDay = (day: string, days: number): string => chinaDay(addDays(parseChina(day) ?? Number.NaN, days))
