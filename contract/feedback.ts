import { z } from 'zod'
import { id, time } from './fields.ts'
import { FEEDBACK_ANSWER_MAX_CHARS, FEEDBACK_MAX_CHARS } from './limits.ts'
import { keyOf } from './media.ts'

// People's feedback to the operators, and the operators' answers (readings 9).

export const FEEDBACK_TITLE = '意见反馈'
export const FEEDBACK_SENT = '已收到，回复会在消息里告诉你'
export const FEEDBACK_EMPTY = '请写下你的意见'
export const FEEDBACK_TOO_LONG = `意见不能超过${FEEDBACK_MAX_CHARS}字`
export const FEEDBACK_PICTURE_WRONG = '请选择一张图片'
export const FEEDBACK_A_DAY_OVER = '今天的反馈次数已用完，请明天再试'
export const ANSWER_EMPTY = '请写下回复'
export const ANSWER_TOO_LONG = `回复不能超过${FEEDBACK_ANSWER_MAX_CHARS}字`
export const ANSWERED_ALREADY = '这条反馈已经回复过了'
const QUOTED_CHARS = 20

export function whyNotFeedback(text: string): string | undefined {
  if (!text.trim()) return FEEDBACK_EMPTY
  return [...text.trim()].length > FEEDBACK_MAX_CHARS ? FEEDBACK_TOO_LONG : undefined
}

export function whyNotAnswer(answer: string): string | undefined {
  if (!answer.trim()) return ANSWER_EMPTY
  return [...answer.trim()].length > FEEDBACK_ANSWER_MAX_CHARS ? ANSWER_TOO_LONG : undefined
}

/** The message to the person: the beginning of their feedback, and the answer. */
export function answerText(text: string, answer: string): string {
  const said = [...text.replace(/\s+/g, ' ')]
  const quoted = said.length > QUOTED_CHARS ? `${said.slice(0, QUOTED_CHARS).join('')}…` : said.join('')
  return `你反馈的「${quoted}」有了回复：${answer}`
}

const isPicture = (value: string): boolean => keyOf(value)?.startsWith('image/') === true

export const feedbackInput = z.object({
  text: z.string().max(5_000, FEEDBACK_TOO_LONG),
  /** An uploaded picture of the caller's own, by its key or address. */
  key: z.string().max(2_000).refine(isPicture, FEEDBACK_PICTURE_WRONG).optional(),
})

export const feedbackRow = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), nickname: z.string() }),
  text: z.string(),
  /** The address of the picture, good for minutes; '' without one, or where it is not to be seen any more. */
  picture: z.string(),
  created_at: time,
})
export type FeedbackRow = z.infer<typeof feedbackRow>
export const feedbackListOutput = z.object({ feedback: z.array(feedbackRow) })
export const feedbackAnswerInput = z.object({ feedback_id: id, answer: z.string().max(5_000, ANSWER_TOO_LONG) })
