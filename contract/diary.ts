import { z } from 'zod'
import { card, thumbnail } from './capsule.ts'
import { editorInputs } from './capsuleFields.ts'
import { contentInput, firstLine, firstWords } from './content.ts'
import { contentType, madeInput, maybeOpenTime, revision } from './draft.ts'
import { id, month, paged, pageInput, time, walked } from './fields.ts'
import { LONG_TAG_MAX_CHARS, WRITTEN_AGO_MAX_SECONDS } from './limits.ts'
import { toNobody } from './receiver.ts'
import { longTag } from './seal.ts'
import { addDays, addMonths, chinaDay, chinaWeekday, parseChina } from './time.ts'

export const DIARY_NONE = '暂无日记~'
export const DIARY_ONLY_PICTURES = '图片日记'
export const DIARY_SEALED = '封存过的日记不能再修改'

const FRIDAY = 5
const SUNDAY = 0

/** The first diary of a China day gives one diary capsule, on Friday and Sunday one more (specification 1). */
export const dailyReward = (now: Date): number => ([FRIDAY, SUNDAY].includes(chinaWeekday(now)) ? 2 : 1)

export const DAILY_TITLE = '写今天的第一篇日记'
/** The reward of today's first diary, shown before the diary is written (specification 1): on the two days that give more, that it is one. */
export function dailyTip(now: Date): string {
  const day = { [FRIDAY]: '周五', [SUNDAY]: '周日' }[chinaWeekday(now)]
  return day ? `今天是${day}，首篇得2个日记胶囊` : '首篇得1个日记胶囊，周五、周日得2个'
}
export const rewardText = (count: number): string => `今日首篇日记，获得${count}个日记胶囊`

/** The title of a diary that was given no name: its first line. Each page cuts the title to its own number of lines. */
export const diaryTitle = (html: string): string => firstLine(html, LONG_TAG_MAX_CHARS) || DIARY_ONLY_PICTURES

const EXCERPT_CHARS = 120
/** The beginning of a diary as a list shows it: its words without tags, a line for each of its own. */
export const diaryExcerpt = (html: string): string => firstWords(html, EXCERPT_CHARS)

/**
 * The days of this date some years ago, each from its first moment to before `to`. The 29th of February is shown with the
 * 28th in common years, and has no day of its own in them.
 */
export function sameDays(now: Date, years: number): { years: number; from: Date; to: Date }[] {
  const start = parseChina(`${chinaDay(now)} 00:00:00`)!
  const tomorrow = addDays(start, 1)
  const days = Array.from({ length: years }, (_, index) => {
    const from = addMonths(start, -12 * (index + 1))
    const to = Math.max(Number(addDays(from, 1)), Number(addMonths(tomorrow, -12 * (index + 1))))
    return { years: index + 1, from, to: new Date(to) }
  })
  return days.filter(({ from }) => chinaDay(from).slice(5) === chinaDay(start).slice(5))
}

const SHORT_MONTH = /^(19|20|21)\d\d(0[1-9]|1[0-2])$/

/** One diary of a list: an ordinary one, or one that is or was sealed – then with its open time. `excerpt` is '' while it is. */
export const diaryRow = card
  .pick({
    id: true,
    type: true,
    status: true,
    created_at: true,
    updated_at: true,
    sealed_at: true,
    open_time: true,
    colorIndex: true,
  })
  .extend({ date: z.string(), week: z.string(), title: z.string(), excerpt: z.string(), thumbnail })
export type DiaryRow = z.infer<typeof diaryRow>

export const diaryListInput = pageInput.extend({ date: month })
export const diaryListOutput = z.object({ capsules: paged(diaryRow) })

export const calendarInput = z.object({ month: z.string().regex(SHORT_MONTH, '月份应写作 202611') })
/** How many diaries each day has that has any, keyed `YYYY-MM-DD`. */
export const calendarOutput = z.object({ calendar: z.record(z.string(), z.int()) })

/** `years`: how many years ago it was written. */
export const thisDayRow = diaryRow.extend({ years: z.int() })
export type ThisDayRow = z.infer<typeof thisDayRow>
export const thisDayOutput = z.object({ capsules: paged(thisDayRow) })

/** A deleted diary: its words and no more, since its media are no longer shown. `gone_at`: when it can no longer be restored. */
const deletedRow = diaryRow
  .pick({ id: true, date: true, week: true, title: true, excerpt: true })
  .extend({ gone_at: time })
export type DeletedRow = z.infer<typeof deletedRow>
export const deletedOutput = z.object({ capsules: walked(deletedRow) })

/**
 * With an open time it is sealed until then, from the moment it arrives; without one it is an ordinary diary, written `written_ago`
 * seconds before (docs/decisions/offline.md).
 */
export const diaryInput = madeInput.extend({
  open_time: maybeOpenTime,
  written_ago: z.number().optional(),
  to: toNobody,
})

/** When a diary was written that arrives `now`, so many seconds after it was: no later than that, and no more than 30 days before. */
export const writtenAt = (now: Date, ago = 0): Date =>
  new Date(Number(now) - Math.min(Math.max(ago, 0), WRITTEN_AGO_MAX_SECONDS) * 1_000)

/** `reward`: how many diary capsules the day's first diary has given, 0 for any other. */
export const writtenOutput = z.object({ capsule_id: z.string(), revision: z.int(), reward: z.int() })

/** A field beside the content that is not sent stays as it was. */
export const diaryEditInput = z
  .object({
    capsule_id: id,
    content: contentInput,
    content_type: contentType,
    long_tag: longTag.optional(),
    revision,
  })
  .extend(editorInputs)
