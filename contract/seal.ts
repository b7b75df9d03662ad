import { z } from 'zod'
import { flag } from './fields.ts'
import {
  ANSWER_MAX_CHARS,
  DESCRIPTION_MAX_CHARS,
  LATEST_OPEN_TIME,
  LONG_TAG_MAX_CHARS,
  QUESTION_MAX_CHARS,
  QUESTIONS_MAX,
  SEND_WORD_MAX_CHARS,
} from './limits.ts'
import { addDays, addMonths, parseChina } from './time.ts'
import { isVisible, visible } from './visible.ts'

export const DEFAULT_TITLE = '你是年少的喜欢'

export const QUESTIONS = [
  '您母亲的姓名是？',
  '您父亲的姓名是？',
  '您的生肖是？',
  '您的农历生日是？',
  '您的身份证号是？',
  '您小学班主任的姓名是？',
  '您初中班主任的姓名是？',
  '您高中班主任的姓名是？',
  '您大学辅导员的姓名是？',
  '您的学号是？',
] as const

/** Shown as information only; no call carries a charge (readings 3). */
export const SEAL_FEES = [
  { sealDay: '365天以内', charge: '¥30' },
  { sealDay: '366天–1825天', charge: '¥20' },
  { sealDay: '1826天–3650天', charge: '¥10' },
  { sealDay: '3650天以上', charge: '免费' },
] as const

/** The pages of the seal flow, in order, by the type of the capsule (readings 3). */
export const SEAL_STEPS = {
  0: ['sealOne', 'sealTwo', 'sealThree', 'sealFour'],
  1: ['sealOne', 'sealTwo', 'sealFour'],
  2: ['sealOne', 'sealFour'],
} as const
export const STEP_NAME = { sealOne: '封存选项', sealTwo: '安全问题', sealThree: '联系方式', sealFour: '寄语' } as const

/** `inYears`: said as a day, since nobody means the minute; kept to the second like the others. */
export const QUICK_PICKS = [
  { name: '30天', from: (now: Date) => new Date(addDays(now, 30).getTime() + 5_000) },
  { name: '2个月', from: (now: Date) => addMonths(now, 2) },
  { name: '1年', from: (now: Date) => addMonths(now, 12), inYears: true },
  { name: '5年', from: (now: Date) => addMonths(now, 60), inYears: true },
  { name: '10年', from: (now: Date) => addMonths(now, 120), inYears: true },
] as const satisfies readonly { name: string; from: (now: Date) => Date; inYears?: boolean }[]

export const SEALED = '封存成功'
/** The capsule sent before was sealed, though its answer was lost; later changes are still on the page. */
export const SEALED_BEFORE = '之前那一次已经封存成功，后来的修改没有放进去，还留在这里。'
const TITLE_HIDDEN = '标题里有看不见的字符'
export const OPEN_TIME_MISSING = '请选择解封日期~'
export const OPEN_TIME_PAST = '解封日期必须晚于现在'
const OPEN_TIME_WRONG = '解封日期格式不正确'
const OPEN_TIME_FAR = '解封日期不能晚于2120年'

/** The server's rule for an open time: a date, later than now, not after 2120. */
export function whyNotOpenTime(text: string, now: Date): string | undefined {
  const moment = parseChina(text)
  if (!moment) return OPEN_TIME_WRONG
  if (moment <= now) return OPEN_TIME_PAST
  if (text.slice(0, 4) > LATEST_OPEN_TIME.slice(0, 4)) return OPEN_TIME_FAR
  return undefined
}

/** The pages' rule: a moment that has passed becomes now plus one hour (readings 2). */
export function openTimeFromPage(picked: Date, now: Date): Date {
  return picked > now ? picked : new Date(now.getTime() + 3_600_000)
}

export function whyNotLongTag(value: string): string | undefined {
  if (!visible(value)) return '请填入形容词~'
  if ([...value].length > LONG_TAG_MAX_CHARS) return '已超出100字上限~'
  return isVisible(value) ? undefined : TITLE_HIDDEN
}

/** A title as it is shown, also an older one that may hold invisible characters. */
export const shownTitle = (kept: string): string => visible(kept) || (kept.trim() && DEFAULT_TITLE)

export function whyNotDescription(value: string): string | undefined {
  return [...value].length > DESCRIPTION_MAX_CHARS ? '已超出100字上限~' : undefined
}

export function whyNotWords(value: string): string | undefined {
  if (!value.trim()) return '留下些话吧~'
  if ([...value].length > SEND_WORD_MAX_CHARS) return '已超出1000字上限~'
  return undefined
}

export type QuestionRow = { question: string; answer: string }

const QUESTION_MISSING = '请选择问题'

/** The faults of each row: the first row is required, an answer needs its question, no question may come twice. */
export function whyNotRows(rows: readonly QuestionRow[]): Partial<QuestionRow>[] {
  return rows.map(({ question, answer }, at) => {
    if (at > 0 && !question && !answer) return {}
    if (!question.trim()) return { question: QUESTION_MISSING }
    if (rows.findIndex((row) => row.question === question) < at) return { question: '同一个问题只能选一次' }
    if (!answer.trim()) return { answer: '请输入答案' }
    return [...answer].length > ANSWER_MAX_CHARS ? { answer: '答案已超出100字上限~' } : {}
  })
}

/** At least one question, and nothing wrong in any row. */
export function whyNotQuestions(rows: readonly QuestionRow[]): string | undefined {
  if (rows.length === 0) return QUESTION_MISSING
  return whyNotRows(rows).flatMap(({ question, answer }) => question ?? answer ?? [])[0]
}

/** The form in which answers are compared: NFKC, lower case, no spaces or punctuation unless nothing would remain. */
export function normaliseAnswer(answer: string): string {
  const folded = answer.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
  return folded.replace(/[\p{P}\p{S}\p{C}]/gu, '') || folded
}

const shortText = (max: number, message: string) => z.string().refine((value) => [...value].length <= max, message)

export const longTag = shortText(LONG_TAG_MAX_CHARS, '已超出100字上限~').refine(isVisible, TITLE_HIDDEN)
export const description = shortText(DESCRIPTION_MAX_CHARS, '已超出100字上限~')
export const sendWord = shortText(SEND_WORD_MAX_CHARS, '已超出1000字上限~')
const answer = shortText(ANSWER_MAX_CHARS, '已超出100字上限~').refine((value) => value.trim() !== '', '请输入答案')
const question = shortText(QUESTION_MAX_CHARS, '问题太长了').refine((value) => value.trim() !== '', '请选择问题')

/** A map of question to answer. */
export const keyAnswer = z
  .record(question, answer)
  .refine((map) => Object.keys(map).length <= QUESTIONS_MAX, `安全问题最多${QUESTIONS_MAX}个`)

export const openTime = z.string(OPEN_TIME_MISSING).refine((value) => parseChina(value) !== undefined, OPEN_TIME_WRONG)
export const sealOptions = { is_public: flag.default(0), is_lock: flag.default(0) }
