/** China time: a fixed +08:00 (readings 2). */
const CHINA_OFFSET_MS = 8 * 3_600_000
export const DAY_MS = 86_400_000
/** Years before 100 would be read as 19xx by Date. */
const EARLIEST_YEAR = 1900
const SHAPE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/

/** Reads `YYYY-MM-DD[ HH:mm[:ss]]` as China time; a date without time is 23:59:59. Undefined when it is no date. */
export function parseChina(text: string): Date | undefined {
  const match = SHAPE.exec(text)
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const wholeDay = match[4] === undefined
  const hour = wholeDay ? 23 : Number(match[4])
  const minute = wholeDay ? 59 : Number(match[5])
  const second = wholeDay ? 59 : Number(match[6] ?? 0)
  if (hour > 23 || minute > 59 || second > 59) return undefined
  if (year < EARLIEST_YEAR) return undefined
  const there = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  if (there.getUTCMonth() !== month - 1 || there.getUTCDate() !== day) return undefined
  return new Date(there.getTime() - CHINA_OFFSET_MS)
}

/** `YYYY-MM-DD HH:mm:ss` in China time. */
export function formatChina(moment: Date | number): string {
  return new Date(Number(moment) + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** `YYYY-MM-DD` in China time. */
export const chinaDay = (moment: Date | number): string => formatChina(moment).slice(0, 10)

const CLOCKS = new Map<string, Intl.DateTimeFormat>()

/** `YYYY-MM-DD HH:mm:ss` as clocks of this zone showed it (`Asia/Bangkok`); of a zone that nobody knows, in China. */
export function wallClock(moment: Date | number, zone: string): string {
  const clock = clockOf(zone)
  if (!clock) return formatChina(moment)
  const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, value]))
  const [year, month, day, hour, minute, second] = CLOCK_PARTS.map((part) => parts.get(part)!)
  return `${year!.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`
}

const CLOCK_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** One for each zone: making it costs more than all that is asked of it. */
function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = CLOCKS.get(zone)
  if (known) return known
  try {
    const two = '2-digit'
    const fields = {
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
      hourCycle: 'h23',
    } as const
    const clock = new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: zone })
    CLOCKS.set(zone, clock)
    return clock
  } catch {
    return undefined
  }
}

const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const

/** 0 for Sunday to 6 for Saturday, in China. */
export const chinaWeekday = (moment: Date | number): number => new Date(Number(moment) + CHINA_OFFSET_MS).getUTCDay()

/** `星期五`, in China. */
export const weekdayText = (moment: Date | number): string => WEEKDAYS[chinaWeekday(moment)]!

/** `YYYY-MM` in China time. */
export const chinaMonth = (moment: Date | number): string => formatChina(moment).slice(0, 7)

/** Some months later or earlier: `2026-01` and -1 is `2025-12`. */
export const shiftMonth = (month: string, months: number): string => chinaMonth(addMonths(startOfMonth(month), months))

/** The month's first moment in China. */
export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00+08:00`)

/** The first moment of this moment's day in China. */
export const startOfDay = (moment: Date | number): Date => new Date(`${chinaDay(moment)}T00:00:00+08:00`)

/** The same time of day some calendar months later; the 31st becomes the month's last day. */
export function addMonths(moment: Date | number, months: number): Date {
  const there = new Date(Number(moment) + CHINA_OFFSET_MS)
  const day = there.getUTCDate()
  there.setUTCDate(1)
  there.setUTCMonth(there.getUTCMonth() + months)
  const last = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate()
  there.setUTCDate(Math.min(day, last))
  return new Date(there.getTime() - CHINA_OFFSET_MS)
}

/** The first nonzero unit of a span, in 365-day years and 30-day months (specification 9). */
export function spanText(fromMs: number, toMs: number): string {
  let seconds = Math.max(0, Math.floor((toMs - fromMs) / 1000))
  const units: [number, string][] = [
    [365 * 86_400, '年'],
    [30 * 86_400, '个月'],
    [86_400, '天'],
    [3_600, '小时'],
    [60, '分钟'],
    [1, '秒'],
  ]
  for (const [size, name] of units) {
    if (seconds >= size) return `${Math.floor(seconds / size)}${name}`
    seconds %= size
  }
  return '0秒'
}

export const addDays = (moment: Date | number, days: number): Date => new Date(Number(moment) + days * DAY_MS)

// How moments are shown. They come as the wire has them, `YYYY-MM-DD HH:mm:ss` in China.

/** `2026/01/02` (specification 9). */
export const dateText = (china: string): string => china.slice(0, 10).replaceAll('-', '/')

/** `2026/01/02 03:04`. */
export const momentText = (china: string): string => dateText(china) + china.slice(10, 16)

const LAST_SECOND = '23:59:59'

/** Whether no time was picked: a date without time is kept as its last second. */
export const isWholeDay = (china: string): boolean => china.slice(11) === LAST_SECOND

/** When a capsule opens: `2026/01/02` where no time was picked, otherwise `2026/01/02 03:04`. */
export const openTimeText = (china: string): string => (isWholeDay(china) ? dateText(china) : momentText(china))

/** `26/01/02 03:04`, as the draft box has it. */
export const shortMomentText = (china: string): string => momentText(china).slice(2)

/** `2026年1月`. */
export const monthText = (china: string): string => `${china.slice(0, 4)}年${Number(china.slice(5, 7))}月`

/** `1月2日`. */
export const dayText = (china: string): string => `${Number(china.slice(5, 7))}月${Number(china.slice(8, 10))}日`

/** `2026年1月2日`, in a sentence. */
export const longDayText = (china: string): string => `${china.slice(0, 4)}年${dayText(china)}`

const JUST_NOW_MS = 5 * 60_000
const WEEK_MS = 7 * DAY_MS

/** How long ago: 刚刚 within five minutes, then minutes, hours, days (specification 9); the date itself after a week. */
export function agoText(china: string, now: number): string {
  const passed = now - Number(parseChina(china) ?? now)
  if (passed < JUST_NOW_MS) return '刚刚'
  return passed < WEEK_MS ? `${spanText(0, passed)}前` : momentText(china)
}
