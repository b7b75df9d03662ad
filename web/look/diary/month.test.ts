import { expect, it } from 'vitest'
import { dayText, monthText } from '#contract/time.ts'
import { shiftDay, weeksOf } from '#web/ui/days.ts'
import { monthOf, weekText } from './month.ts'

it.each([
  ['2026-11', 0, 30],
  ['2026-02', 0, 28],
  ['2028-02', 2, 29],
  ['2025-12', 1, 31],
  ['2026-08', 6, 31],
])('the weeks of %s begin with Sunday and hold each of its days once', (month, before, days) => {
  const weeks = weeksOf(month)
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect(weeks.flat().indexOf(`${month}-01`)).toBe(before)
  const all = weeks.flat().filter((day) => day !== undefined)
  expect(all).toEqual(Array.from({ length: days }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`))
})

it.each([
  [undefined, '2026-11'],
  ['2025-12', '2025-12'],
  ['2026-11', '2026-11'],
  ['2026-12', '2026-11'],
  ['2027-01', '2026-11'],
  ['2026-13', '2026-11'],
  ['<b>', '2026-11'],
])('the address %s shows the month %s: never one to come', (asked, month) => {
  expect(monthOf(asked, '2026-11')).toBe(month)
})

it('says months, days and weekdays as people do', () => {
  expect(monthText('2026-01')).toBe('2026年1月')
  expect(dayText('2026-11-03')).toBe('11月3日')
  expect(weekText('2026-11-22 00:00:00')).toBe('星期日')
  expect(shiftDay('2026-01-01', -1)).toBe('2025-12-31')
})
