import { expect, it } from 'vitest'
import { readDay } from './readDay.ts'

it.each(['2036/1/2', '2036-01-02', '20360102', '2036年1月2日'])('a day is typed as %s', (typed) => {
  expect(readDay(typed)).toBe('2036-01-02')
})

it.each(['2027-02-30', '明天', ''])('%s is no day', (typed) => {
  expect(readDay(typed)).toBeUndefined()
})
