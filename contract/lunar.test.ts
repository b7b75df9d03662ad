import { describe, expect, it } from 'vitest'
import { type LunarDay, lunarDayName, lunarMonths, lunarOf, lunarText, solarOf } from './lunar.ts'

const on = (year: number, month: number, day: number, leap = false): LunarDay => ({ year, month, leap, day })
const DAY_MS = 86_400_000

describe('the Chinese calendar', () => {
  it.each([
    '1954-02-03',
    '2024-02-10',
    '2025-01-29',
    '2026-02-17',
    '2027-02-06',
    '2028-01-26',
    '2029-02-13',
    '2030-02-03',
    '2033-01-31',
    '2034-02-19',
    '2040-02-12',
    '2050-01-23',
    '2100-02-09',
  ])('春节 is on %s', (day) => {
    const year = Number(day.slice(0, 4))
    expect(solarOf(on(year, 1, 1))).toBe(day)
    expect(lunarOf(day)).toEqual(on(year, 1, 1))
  })

  it.each([
    [2020, 4],
    [2023, 2],
    [2025, 6],
    [2028, 5],
    [2031, 3],
    [2033, 11],
    [2034, undefined],
    [2036, 6],
    [1987, 6],
  ])('the leap month of %i is %s', (year, month) => {
    expect(lunarMonths(year).find(({ leap }) => leap)?.month).toBe(month)
  })

  it.each([
    ['2025-07-25', '乙巳年闰六月初一'],
    ['2026-06-19', '丙午年五月初五'],
    ['2026-09-25', '丙午年八月十五'],
    ['2033-12-22', '癸丑年闰十一月初一'],
    ['2027-02-05', '丙午年腊月廿九'],
    ['1984-02-02', '甲子年正月初一'],
    ['2012-08-17', '壬辰年七月初一'],
    ['2018-11-07', '戊戌年九月三十'],
  ])('%s is %s', (day, text) => {
    expect(lunarText(lunarOf(day)!)).toBe(text)
  })

  it('every day from 1920 to 2120 is one date and comes back from it, and every year is as long as a year can be', () => {
    for (let year = 1919; year <= 2120; year++) {
      const days = lunarMonths(year).reduce((sum, month) => sum + month.days, 0)
      expect(lunarMonths(year).length === 13 ? [383, 384, 385] : [353, 354, 355]).toContain(days)
    }
    const wrong: string[] = []
    for (let at = Date.UTC(1920, 0, 1); at <= Date.UTC(2120, 11, 31); at += DAY_MS) {
      const day = new Date(at).toISOString().slice(0, 10)
      const lunar = lunarOf(day)
      if (!lunar || solarOf(lunar) !== day) wrong.push(day)
    }
    expect(wrong).toEqual([])
  })

  it('a 三十 that a month does not have is its last day', () => {
    expect(solarOf(on(2027, 12, 30))).toBe('2028-01-25')
    expect(solarOf(on(2026, 12, 30))).toBe('2027-02-05')
  })

  it('a leap month that a year does not have is kept in the ordinary one', () => {
    expect(solarOf(on(2025, 6, 1, true))).toBe('2025-07-25')
    expect(solarOf(on(2025, 6, 1))).toBe('2025-06-25')
    expect(solarOf(on(2026, 6, 1, true))).toBe(solarOf(on(2026, 6, 1)))
  })

  it('knows nothing outside its years', () => {
    expect(lunarOf('1919-01-31')).toBeUndefined()
    expect(lunarOf('2121-12-31')).toBeUndefined()
    expect(solarOf(on(2121, 1, 1))).toBeUndefined()
    expect(lunarMonths(1918)).toEqual([])
  })

  it('names its days from 初一 to 三十', () => {
    const names = [1, 9, 10, 11, 19, 20, 21, 29, 30].map(lunarDayName)
    expect(names).toEqual(['初一', '初九', '初十', '十一', '十九', '二十', '廿一', '廿九', '三十'])
  })
})
