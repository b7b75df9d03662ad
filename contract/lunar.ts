/** A month of the Chinese calendar: 正月 is 1, the one after 腊月; `leap` is the second month of that number. */
export type LunarMonth = { month: number; leap: boolean; days: number }
/** A date of the Chinese calendar; `year` is the solar year in which its year begins. */
export type LunarDay = { year: number; month: number; leap: boolean; day: number }

const FIRST_YEAR = 1919
const NEW_YEAR_1919 = '1919-02-01'
/**
 * The years 1919 to 2120, five hex digits each: the last is the number of the leap month, the thirteen bits before it say which
 * months, in their order, have 30 days. Not taken from `Intl`: browsers' dates are a day off for whole months when the new moon
 * falls near midnight, as on New Year of 2027 and 2030 (docs/decisions/calendar.md).
 */
// biome-ignore format: twenty years a line
const YEARS =
  '09377092e014960164b50d4a00da8015b54056c012ae0092f2092e00c9661a9401d4a00da950b5a0056c0126e3125c0192d7' +
  '192a01a9401b4a616aa00ad40155b404ba0125a0192b2152a0169570d94016aa00ab5509b4014b600a5730a560152a81d2a0' +
  '0d54015aa6156a0096c014ae414ae00a4c01d2631b2a00b5570ad4012da0095d5095a0149a01a4d41a4a01aa5816a8016d40' +
  '12da612b60093601497414960164ba0d4a00da8015b46156c012ae0092f5092e00c9600d4a31d4a00d6580b580156c0126d5' +
  '125c0192c01a9541a9401b4a00b5520ad40155b704ba0125a0192b5152a01694016aa415aa00ab590974014b600a5760a560' +
  '152600e9540d54015aa009b52096c014ae6149c01a4c01d2651aa600b5400d6a312da0095db095a0149a01a4b61a4a01aa40' +
  '1b54516b400ada0095b2093601497714960154a016a550da4015b400ab63126e0092f8092e00c9600d4a61d4a00d640156c4' +
  '155c0125c0192e3192c01a9571a9401b4a00b5550ad4014da00a5d40a5a0152b8152a01694016aa615aa00ab4014ba414b60' +
  '0a560152730d2600e5370d54015aa009b55096c014ae00a4e41a2c01d2681aa401b5400d6a60ada0095c0149d4145a01a2a0' +
  '1b2521aa401b52716b400aba0095b509360149601a4b4154a016a590da4015ac00ab66126e0092e00c9740a9600d4a00da53' +
  '0d540156a7'

const DIGITS = 5
const LAST_YEAR = FIRST_YEAR + YEARS.length / DIGITS - 1
const DAY_MS = 86_400_000

const MONTHS = [
  '正月',
  '二月',
  '三月',
  '四月',
  '五月',
  '六月',
  '七月',
  '八月',
  '九月',
  '十月',
  '十一月',
  '腊月',
] as const
const TENS = ['初', '十', '廿'] as const
const ONES = ['一', '二', '三', '四', '五', '六', '七', '八', '九'] as const
const STEMS = '甲乙丙丁戊己庚辛壬癸'
const BRANCHES = '子丑寅卯辰巳午未申酉戌亥'

/** `闰六月`. */
export const lunarMonthName = ({ month, leap }: Pick<LunarMonth, 'month' | 'leap'>): string =>
  `${leap ? '闰' : ''}${MONTHS[month - 1]}`

/** `初一` to `三十`. */
export function lunarDayName(day: number): string {
  if (day % 10 === 0) return day === 10 ? '初十' : `${ONES[day / 10 - 1]}十`
  return `${TENS[Math.floor(day / 10)]}${ONES[(day % 10) - 1]}`
}

/** `丙午年五月初五`. */
export const lunarText = (lunar: LunarDay): string =>
  `${lunarYearName(lunar.year)}${lunarMonthName(lunar)}${lunarDayName(lunar.day)}`

const lunarYearName = (year: number): string => `${STEMS[(year + 6) % 10]}${BRANCHES[(year + 8) % 12]}年`

const kept = new Map<number, readonly LunarMonth[]>()

/** The months of the year in their order; none outside 1919 to 2120. */
export function lunarMonths(year: number): readonly LunarMonth[] {
  const months = kept.get(year) ?? readMonths(year)
  kept.set(year, months)
  return months
}

/** Which date of the Chinese calendar this day (`YYYY-MM-DD`) is; undefined outside its years. */
export function lunarOf(day: string): LunarDay | undefined {
  const solarYear = Number(day.slice(0, 4))
  for (const year of [solarYear, solarYear - 1]) {
    const found = dayOfYear(year, numberOf(day) - newYear(year))
    if (found) return found
  }
  return undefined
}

/**
 * The day (`YYYY-MM-DD`) on which this date falls. Without such a leap month it is kept in the ordinary one of that number,
 * without a 30th on the 29th. Undefined outside its years.
 */
export function solarOf({ year, month, leap, day }: LunarDay): string | undefined {
  const months = lunarMonths(year)
  const own = months.find((one) => one.month === month && one.leap === leap)
  const kept = own ?? months.find((one) => one.month === month)
  if (!kept) return undefined
  const before = months.slice(0, months.indexOf(kept)).reduce((sum, { days }) => sum + days, 0)
  return textOf(newYear(year) + before + Math.min(day, kept.days) - 1)
}

function readMonths(year: number): readonly LunarMonth[] {
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return []
  const at = (year - FIRST_YEAR) * DIGITS
  const code = Number.parseInt(YEARS.slice(at, at + DIGITS), 16)
  const leapMonth = code & 15
  return Array.from({ length: leapMonth ? 13 : 12 }, (_, index) => ({
    month: leapMonth && index >= leapMonth ? index : index + 1,
    leap: leapMonth > 0 && index === leapMonth,
    days: (code >> (16 - index)) & 1 ? 30 : 29,
  }))
}

const newYears = [numberOf(NEW_YEAR_1919)]

/** The first day of the year's 正月, as a number. */
function newYear(year: number): number {
  for (let index = newYears.length; index <= year - FIRST_YEAR; index++) {
    newYears.push(newYears[index - 1]! + daysOf(FIRST_YEAR + index - 1))
  }
  return newYears[year - FIRST_YEAR] ?? Number.NaN
}

const daysOf = (year: number): number => lunarMonths(year).reduce((sum, { days }) => sum + days, 0)

/** The date so many days after New Year; undefined when that is no day of this year. */
function dayOfYear(year: number, days: number): LunarDay | undefined {
  let left = days
  if (!(left >= 0)) return undefined
  for (const { month, leap, days } of lunarMonths(year)) {
    if (left < days) return { year, month, leap, day: left + 1 }
    left -= days
  }
  return undefined
}

/** Days since 1970, whatever the zone. */
function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS
}

const textOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)
