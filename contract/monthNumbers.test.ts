import { expect, it } from 'vitest'
import { hexOf } from './bytes.ts'
import { type MonthNumber, monthNumberText, readMonthNumber } from './monthNumbers.ts'

const DIGITS = '00a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f'
const LATER = 'f'.repeat(64)
const textOf = (found: MonthNumber | undefined) => found && `${found.from} ${hexOf(found.number)}`
const groups = (size: number, between = ' ') => DIGITS.match(new RegExp(`.{${size}}`, 'g'))!.join(between)

it('a number is read as it is printed', () => {
  const number = new Uint8Array(32).fill(171)
  expect(readMonthNumber(monthNumberText({ number, from: '2036-05' }))).toEqual({ number, from: '2036-05' })
})

it.each([
  ['in capitals, with spaces at the ends', ` 2036-05   ${DIGITS.toUpperCase()} \n`],
  ['in groups of two', `2036-05 ${groups(2)}`],
  ['in groups of eight, over lines', `2036-05\n${groups(8, '\r\n')}`],
  ['with lines between its groups', `2036-05: ${groups(16, '-')}`],
  ['in a sentence', `今天公布了2036年5月的数字：${DIGITS}。请保存好。`],
  ['in a sentence with a day', `2036年6月3日，2036年5月的数字是“${DIGITS}”`],
  ['in an English sentence', `On 2036-06-03 we added 2036-05 ${DIGITS}, a decade later.`],
  ['in groups, with words of such letters around it', `Added: be 2036-05 ${groups(4)} a decade later`],
  ['with the month behind it', `${DIGITS} (2036-05)`],
  ['in full width', `２０３６－０５　${DIGITS.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))}`],
  ['with a short month', `2036/5 ${DIGITS}`],
])('a number is read %s', (_, pasted) => expect(textOf(readMonthNumber(pasted))).toBe(`2036-05 ${DIGITS}`))

it('of a list of numbers it is the one of the latest month', () => {
  expect(textOf(readMonthNumber(`2036-04 ${DIGITS}\n2036-06 ${LATER}\n2036-05 ${DIGITS}`))).toBe(`2036-06 ${LATER}`)
})

it.each([
  ['no month', DIGITS],
  ['no digits', '2036-05'],
  ['a digit too few', `2036-05 ${DIGITS.slice(1)}`],
  ['a digit too many', `2036-05 ${DIGITS}0`],
  ['a letter that is no digit', `2036-05 ${DIGITS.replace('a', 'g')}`],
  ['a month that there is not', `2036-13 ${DIGITS}`],
  ['a day in place of a month', `2036-05-01 ${DIGITS}`],
  ['nothing', ''],
])('there is no number where there is %s', (_, pasted) => expect(readMonthNumber(pasted)).toBeUndefined())
