import { formatChina, parseChina } from '#contract/time.ts'

/** Year, month, day, hour, minute in China time; nobody picks a second. */
export type Parts = readonly [number, number, number, number, number]
export const UNITS = ['年', '月', '日', '时', '分'] as const
/** The first units, which make a day. */
export const DAY_UNITS = 3

const FIRST: Parts = [0, 1, 1, 0, 0]
const LAST: Parts = [9999, 12, 31, 23, 59]

export const partsOf = (moment: Date): Parts =>
  formatChina(moment).split(/[- :]/).slice(0, UNITS.length).map(Number) as unknown as Parts

/** These hours and minutes of the same day. */
export const withTime = ([year, month, day]: Parts, hour: number, minute: number): Parts => [
  year,
  month,
  day,
  hour,
  minute,
]

export function textOf(parts: Parts): string {
  const [year, ...rest] = parts.map((part) => String(part).padStart(2, '0'))
  return `${year}-${rest.slice(0, 2).join('-')} ${rest.slice(2).join(':')}`
}

/** Only for parts that `within` has made a real date. */
export const momentOf = (parts: Parts): Date => parseChina(textOf(parts)) ?? new Date(Number.NaN)

/** The range of one wheel, given the present values of the wheels left of it. */
export function rangeOf(unit: number, parts: Parts, least: Parts, most: Parts): { from: number; to: number } {
  const atLeast = parts.slice(0, unit).every((part, index) => part === least[index])
  const atMost = parts.slice(0, unit).every((part, index) => part === most[index])
  const last = unit === 2 ? daysIn(parts[0], parts[1]) : (LAST[unit] ?? 0)
  return { from: (atLeast ? least[unit] : FIRST[unit]) ?? 0, to: (atMost ? most[unit] : last) ?? 0 }
}

/** The nearest real moment between the bounds, settled from the year down to the minute. */
export function within(wanted: Parts, least: Parts, most: Parts): Parts {
  let settled = wanted
  for (let unit = 0; unit < settled.length; unit++) {
    const { from, to } = rangeOf(unit, settled, least, most)
    settled = withPart(settled, unit, Math.min(Math.max(settled[unit] ?? 0, from), to))
  }
  return settled
}

export const withPart = (parts: Parts, unit: number, value: number): Parts =>
  parts.map((part, index) => (index === unit ? value : part)) as unknown as Parts

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
