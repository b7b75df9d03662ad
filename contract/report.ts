import { z } from 'zod'
import { author } from './capsule.ts'
import { flag, id, walked } from './fields.ts'
import { APPEAL_MAX_CHARS, REPORT_MAX_CHARS } from './limits.ts'

// People's reports about each other in the public place, and their consequences (readings 9).

/** The things a person can report: a public capsule, or a person. */
export const REPORT_KINDS = ['capsule', 'user'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
/** By the number that is sent. */
export const REPORT_REASON = { 1: '违法违规', 2: '色情低俗', 3: '人身攻击', 4: '侵犯权益', 5: '其他' } as const
export type ReportReason = keyof typeof REPORT_REASON

export const NOT_FOR_ALL = '内容含有不适宜公开的信息'
export const WAITS_FOR_LOOK = '正在审核，通过后所有人可见'
export const TAKEN_DOWN = '这枚胶囊已被下架，不能公开或分享'
export const REPORTED = '举报已提交，我们会尽快处理'
export const REPORTED_SENDER = '已举报，不会再收到 TA 寄来的胶囊'
export const REPORTED_ALREADY = '你已举报过，我们会尽快处理'
export const LETTER_SENDER_LEFT = '寄信人已注销账号，不用再举报'
export const REPORT_OWN = '不能举报自己'
export const REPORT_TOO_LONG = `说明不能超过${REPORT_MAX_CHARS}字`
export const REPORTS_A_DAY_OVER = '今天的举报次数已用完，请明天再试'
export const BLOCK_SELF = '不能拉黑自己'
export const BLOCKED = '已拉黑，不再看到对方和对方的公开胶囊'
export const UNBLOCKED = '已移出黑名单'
export const BLOCKED_EMPTY = '黑名单是空的~'
export const GIFT_NOT_TAKEN = '对方暂时不能接收赠送'
export const APPEAL_EMPTY = '请写明申诉的理由'
export const APPEAL_TOO_LONG = `申诉不能超过${APPEAL_MAX_CHARS}字`
export const APPEALED = '申诉已提交，结果会在消息里告诉你'
export const APPEALED_ALREADY = '你已申诉过一次'
export const NOTHING_TO_APPEAL = '这条消息不能申诉'

/** Why this cannot be the text of a report, or undefined. */
export const whyNotReport = (text: string): string | undefined =>
  [...text].length > REPORT_MAX_CHARS ? REPORT_TOO_LONG : undefined

export function whyNotAppeal(text: string): string | undefined {
  if (!text.trim()) return APPEAL_EMPTY
  return [...text].length > APPEAL_MAX_CHARS ? APPEAL_TOO_LONG : undefined
}

export const reportInput = z.object({
  kind: z.enum(REPORT_KINDS, '举报的对象不正确'),
  id,
  reason: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)], '请选择举报的原因'),
  text: z.string().max(2_000, REPORT_TOO_LONG).default(''),
})
export const appealInput = z.object({ message_id: id, text: z.string().max(2_000, APPEAL_TOO_LONG) })

export const blockedOutput = z.object({ users: walked(author) })
/** The result of making a capsule public: `waiting` until an operator has looked. */
export const publicOutput = z.object({ is_public: flag, review: z.enum(['', 'waiting']) })
