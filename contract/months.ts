/** The last month that has a key: its number is the seed, and lies on paper alone. */
export const LAST_MONTH = '2120-12'

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/

export const isMonth = (text: string): boolean => MONTH.test(text)

/** How many months lie from the first to the second; negative where the second is earlier. */
export const monthsBetween = (first: string, second: string): number => countOf(second) - countOf(first)

/** The months from the first to the last, both included. */
export const monthsFrom = (first: string, last: string): string[] =>
  Array.from({ length: monthsBetween(first, last) + 1 }, (_, at) => monthAt(countOf(first) + at))

/** The month before this one. */
export const monthBefore = (month: string): string => monthAt(countOf(month) - 1)

function countOf(month: string): number {
  const [, year, number] = MONTH.exec(month) ?? []
  if (!year) throw new Error(`${month} is no month`)
  return Number(year) * 12 + Number(number) - 1
}

const monthAt = (count: number): string => `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
