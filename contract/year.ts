import { z } from 'zod'
import { thumbnail } from './capsule.ts'
import { after, next, time } from './fields.ts'
import { chinaDay } from './time.ts'

/** Diaries from elsewhere begin no earlier (decisions 11), and nothing can be dated later (specification 5: 2120). */
const FIRST_YEAR = 1900
const LAST_YEAR = 2120
/** From this day of December on the year is looked back at: its last week and the day before. */
const REVIEW_FROM = '12-24'
/** In January the year that is just over is looked back at. */
const JANUARY = '01'
/** First lines on a poster. */
export const YEAR_LINES_MAX = 3
/** Pictures of the year on a poster. */
export const YEAR_PICTURES_MAX = 3

export const YEAR_TITLE = '年度回顾'
export const YEAR_NOTHING = '这一年还没有留下什么'

/** The year to look back at when the caller names none. */
export function reviewYear(now: Date | number): number {
  const [year, month] = chinaDay(now).split('-')
  return month === JANUARY ? Number(year) - 1 : Number(year)
}

/** Whether the year is near its end, in China: 24 to 31 December. */
export const isYearsEnd = (now: Date | number): boolean => chinaDay(now).slice(5) >= REVIEW_FROM

/** The year's first moment, and the next year's first, in China. */
export const boundsOfYear = (year: number) => ({
  from: new Date(`${year}-01-01T00:00:00+08:00`),
  to: new Date(`${year + 1}-01-01T00:00:00+08:00`),
})

const year = z.int().min(FIRST_YEAR, '没有这一年的回顾').max(LAST_YEAR, '没有这一年的回顾')
export const yearInput = z.object({ year })
/**
 * `days` on which something was written, `months` how many diaries each of the twelve has. Of capsules: `sealed` in that
 * year, `sent` those of them that are for somebody else, `waiting` those that are not open yet, `opened` in that year, and which of these had waited `longest`.
 */
export const yearOutput = z.object({
  days: z.int(),
  diaries: z.int(),
  months: z.array(z.int()).length(12),
  first_day: z.string(),
  sealed: z.int(),
  sent: z.int(),
  waiting: z.int(),
  opened: z.int(),
  longest: z.object({ id: z.string(), long_tag: z.string(), sealed_at: time, open_at: time, days: z.int() }).nullable(),
})
export type YearReview = z.infer<typeof yearOutput>

export const yearLinesInput = z.object({ year, after })
/** How each diary of the year begins that its owner may read now, and its first picture, the newest first, 15 at a time. */
const yearLine = z.object({ id: z.string(), date: z.string(), line: z.string(), thumbnail })
export type YearLine = z.infer<typeof yearLine>
export const yearLinesOutput = z.object({ capsules: z.object({ data: z.array(yearLine), next }) })
