import type { Entry } from './archive.ts'
import { dateOf } from './find.ts'

export type Month = { month: string; entries: Entry[] }

const newestFirst = (one: Entry, other: Entry): number => {
  const [day, otherDay] = [dateOf(one.item), dateOf(other.item)]
  return day === otherDay ? 0 : day < otherDay ? 1 : -1
}
export const sorted = (entries: readonly Entry[]): Entry[] => [...entries].sort(newestFirst)

/** The newest by month (`2026-11`, '' where there is no date), both newest first. */
export function monthsOf(entries: readonly Entry[], most: number): Month[] {
  const months: Month[] = []
  for (const entry of sorted(entries).slice(0, most)) {
    const month = dateOf(entry.item).slice(0, 7)
    if (months.at(-1)?.month === month) months.at(-1)!.entries.push(entry)
    else months.push({ month, entries: [entry] })
  }
  return months
}

/** How many there are on each day. */
export function daysOf(entries: readonly Entry[]): Map<string, number> {
  const days = new Map<string, number>()
  for (const { item } of entries) {
    const day = dateOf(item).slice(0, 10)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  return days
}
