import { describe, expect, it } from 'vitest'
import { parseChina } from '#contract/time.ts'
import { anniversaries, lunarBirthdays } from './dayPicks.ts'

const at = (text: string) => parseChina(text)!
const NOW = at('2026-11-21 20:30:15')
const shown = (picks: { name: string; day: string }[]) => picks.map(({ name, day }) => `${name} ${day}`)

describe('农历生日', () => {
  const birthdays = (month: number, day: number, { leap = false, now = NOW } = {}) =>
    shown(lunarBirthdays({ month, day, leap }, now))

  it('is the next three birthdays and those of the round years', () => {
    expect(birthdays(5, 5)).toEqual([
      '明年 2027-06-09',
      '后年 2028-05-28',
      '3年后 2029-06-16',
      '5年后 2031-06-24',
      '10年后 2036-05-30',
      '20年后 2046-06-08',
      '30年后 2056-06-17',
      '40年后 2066-05-28',
      '50年后 2076-06-06',
      '60年后 2086-06-15',
    ])
  })

  it('may be today, until its last second, which is the open time', () => {
    expect(birthdays(10, 13)[0]).toBe('今年 2026-11-21')
    expect(lunarBirthdays({ month: 10, day: 13, leap: false }, NOW)[0]?.openTime).toBe('2026-11-21 23:59:59')
    expect(birthdays(10, 13, { now: at('2026-11-21') })[0]).toBe('明年 2027-11-10')
  })

  it('of 腊月 falls into January of a later year, also twice in one', () => {
    expect(birthdays(12, 1).slice(0, 3)).toEqual(['明年 2027-01-08', '明年 2027-12-28', '3年后 2029-01-15'])
  })

  it('of a leap month is in that month when the year has it, otherwise in the ordinary one', () => {
    expect(birthdays(6, 1, { leap: true, now: at('2025-01-01') }).slice(0, 2)).toEqual([
      '今年 2025-07-25',
      '明年 2026-07-14',
    ])
    expect(birthdays(5, 1, { leap: true }).slice(0, 2)).toEqual(['明年 2027-06-05', '后年 2028-06-23'])
  })

  it('offers nothing after 2120', () => {
    expect(birthdays(1, 1, { now: at('2118-06-01') })).toEqual(['明年 2119-02-10', '后年 2120-01-30'])
  })
})

describe('周年', () => {
  const of = (day: string, calendar: 'solar' | 'lunar' = 'solar', now = NOW) => shown(anniversaries(day, calendar, now))

  it('of today is 1, 2, 3, 5, 10, 20 … years from now', () => {
    expect(of('2026-11-21').slice(0, 7)).toEqual([
      '1周年 2027-11-21',
      '2周年 2028-11-21',
      '3周年 2029-11-21',
      '5周年 2031-11-21',
      '10周年 2036-11-21',
      '20周年 2046-11-21',
      '30周年 2056-11-21',
    ])
  })

  it('of a day long ago begins with the next one, then the round ones to come', () => {
    expect(of('1995-03-08').slice(0, 3)).toEqual(['32周年 2027-03-08', '40周年 2035-03-08', '50周年 2045-03-08'])
    expect(of('1995-12-24')[0]).toBe('31周年 2026-12-24')
  })

  it('of the 29th of February is the 28th in common years', () => {
    expect(of('2024-02-29')[0]).toBe('3周年 2027-02-28')
  })

  it('by the Chinese calendar is the same date of that calendar', () => {
    expect(of('2020-06-25', 'lunar').slice(0, 2)).toEqual(['7周年 2027-06-09', '10周年 2030-06-05'])
  })

  it('of a 三十 is the 廿九 of a month without one', () => {
    expect(of('2024-02-09', 'lunar', at('2026-01-01'))[0]).toBe('2周年 2026-02-16')
  })
})
