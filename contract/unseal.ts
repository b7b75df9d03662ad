import { z } from 'zod'
import { UNSEAL_REASON_MAX_CHARS, UNSEAL_REASON_OVER_CHARS } from './limits.ts'

export const UNSEALED = '解封成功'
export const TOO_EARLY = '还没有到解封时间'
export const ALREADY_OPEN = '该胶囊已经解封'
export const ANSWER_WRONG = '答案不正确'
export const ANSWER_MISSING = '请回答全部安全问题'
export const REQUESTED = '申请已提交'
export const REQUEST_WAITING = '解封申请正在审核中'
export const REQUEST_DUE = '已到解封时间，可以直接解封'
export const REVIEW_PROMISE = '解封理由是审核的重要依据，我们会在5个工作日内以短信回复您'

export type Sealed = { status: number; is_lock: number; open_time: string }
export type UnsealButton = {
  label: '解封' | '提前解封' | '提交解封申请' | '审核中'
  leads: 'unseal' | 'deblocking' | 'nowhere'
  prompt?: string
}

const OPEN: UnsealButton = { label: '解封', leads: 'unseal', prompt: '确定解封该胶囊吗？' }
const EARLY_PROMPT = '确定提前解封该胶囊吗？'

/**
 * The button of a capsule that is not open yet (specification 4). `now` is China time in the form of `open_time`,
 * so that the two compare as text. Undefined when there is nothing to unseal.
 */
export function unsealButton(capsule: Sealed, now: string): UnsealButton | undefined {
  if (capsule.status === 0 || capsule.status === 2) return undefined
  if (capsule.status === 4 || capsule.open_time <= now) return OPEN
  if (capsule.status === 3) return { label: '审核中', leads: 'nowhere' }
  if (capsule.is_lock === 0) return { label: '提前解封', leads: 'deblocking', prompt: EARLY_PROMPT }
  return { label: '提交解封申请', leads: 'deblocking', prompt: EARLY_PROMPT }
}

/** Why this reason for an early unsealing is not enough (specification 5), or undefined. */
export function whyNotReason(reason: string): string | undefined {
  const length = [...reason.trim()].length
  if (length === 0) return '请填写解封理由'
  if (length <= UNSEAL_REASON_OVER_CHARS) return '请填写大于十个字的理由'
  if (length > UNSEAL_REASON_MAX_CHARS) return '已超出1000字上限~'
  return undefined
}

export const reviewReason = z.string().superRefine((value, context) => {
  const message = whyNotReason(value)
  if (message) context.addIssue({ code: 'custom', message })
})
