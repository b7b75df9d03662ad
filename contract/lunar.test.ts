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

  it('has its leap months in these years and no others', () => {
    const leaps = Array.from({ length: 202 }, (_, index) => 1919 + index).flatMap((year) => {
      const leap = lunarMonths(year).find((month) => month.leap)
      return leap ? `${year}:${leap.month}` : []
    })
    expect(leaps).toEqual(
      `
      1919:7 1922:5 1925:4 1928:2 1930:6 1933:5 1936:3 1938:7 1941:6 1944:4 1947:2 1949:7 1952:5 1955:3 1957:8
      1960:6 1963:4 1966:3 1968:7 1971:5 1974:4 1976:8 1979:6 1982:4 1984:10 1987:6 1990:5 1993:3 1995:8 1998:5
      2001:4 2004:2 2006:7 2009:5 2012:4 2014:9 2017:6 2020:4 2023:2 2025:6 2028:5 2031:3 2033:11 2036:6 2039:5
      2042:2 2044:7 2047:5 2050:3 2052:8 2055:6 2058:4 2061:3 2063:7 2066:5 2069:4 2071:8 2074:6 2077:4 2080:3
      2082:7 2085:5 2088:4 2090:8 2093:6 2096:4 2099:2 2101:7 2104:5 2107:4 2109:9 2112:6 2115:4 2118:3 2120:7`
        .trim()
        .split(/\s+/),
    )
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
