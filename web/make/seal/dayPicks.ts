import { LATEST_OPEN_TIME } from '#contract/limits.ts'
import { type LunarDay, lunarOf, solarOf } from '#contract/lunar.ts'
import { whyNotOpenTime } from '#contract/seal.ts'
import { addMonths, chinaDay, formatChina, parseChina } from '#contract/time.ts'

/** A day to come that one may want to open a capsule on; `openTime` is its last second, as for any day without a time. */
export type DayPick = { name: string; day: string; openTime: string }
export type Birthday = Omit<LunarDay, 'year'>
/** The calendar by which a year is over. */
export type Calendar = 'solar' | 'lunar'

const NEXT_BIRTHDAYS = 3
const BIRTHDAYS_IN_YEARS = [5, 10, 20, 30, 40, 50, 60]
const ANNIVERSARIES = [1, 2, 3, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
const SOON = ['今年', '明年', '后年']

/** The next birthdays by the Chinese calendar, then the first of the year in 5, 10, 20 … years. */
export function lunarBirthdays(birthday: Birthday, now: Date): DayPick[] {
  const thisYear = yearOf(chinaDay(now))
  // The year of the Chinese calendar begins after ours: the end of the one before is still to come.
  const lunarYears = Array.from({ length: yearOf(LATEST_OPEN_TIME) - thisYear + 2 }, (_, index) => thisYear - 1 + index)
  const days = lunarYears.flatMap((year) => solarOf({ ...birthday, year }) ?? []).filter((day) => mayOpen(day, now))
  const later = BIRTHDAYS_IN_YEARS.flatMap((years) => days.find((day) => yearOf(day) >= thisYear + years) ?? [])
  return [...new Set([...days.slice(0, NEXT_BIRTHDAYS), ...later])].map((day) => {
    const years = yearOf(day) - thisYear
    return pick(SOON[years] ?? `${years}年后`, day)
  })
}

/** The next anniversary of a past day, and the round ones to come. */
export function anniversaries(origin: string, calendar: Calendar, now: Date): DayPick[] {
  const passed = yearOf(chinaDay(now)) - yearOf(origin)
  const counts = [...new Set([passed, passed + 1, ...ANNIVERSARIES])].filter((years) => years > 0)
  const picks = counts
    .sort((one, other) => one - other)
    .flatMap((years) => {
      const day = yearsAfter(origin, years, calendar)
      return day && mayOpen(day, now) ? [pick(`${years}周年`, day)] : []
    })
  const isRound = ({ name }: DayPick, index: number) => index === 0 || ANNIVERSARIES.includes(Number.parseInt(name, 10))
  return picks.filter(isRound)
}

/** The same date so many years later; where that year lacks it, the last day of its month. */
function yearsAfter(origin: string, years: number, calendar: Calendar): string | undefined {
  if (calendar === 'solar') return chinaDay(addMonths(parseChina(origin)!, 12 * years))
  const lunar = lunarOf(origin)
  return lunar && solarOf({ ...lunar, year: lunar.year + years })
}

const yearOf = (day: string): number => Number(day.slice(0, 4))
const openTimeOf = (day: string): string => formatChina(parseChina(day)!)
const mayOpen = (day: string, now: Date): boolean => whyNotOpenTime(openTimeOf(day), now) === undefined
const pick = (name: string, day: string): DayPick => ({ name, day, openTime: openTimeOf(day) })
