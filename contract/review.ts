import { z } from 'zod'
import { APPLICATION_STATES, type ApplicationState, capsuleType } from './capsule.ts'
import { flag, id, pageInput, time } from './fields.ts'
import { REVIEW_REPLY_MAX_CHARS, REVIEW_WORKING_DAYS } from './limits.ts'
import { addDays, chinaWeekday, startOfDay } from './time.ts'
import { totp } from './totp.ts'

export const OPERATOR_WRONG = '名字、密码或动态码不正确'
export const DECIDED = '已处理'
export const DECIDED_ONCE = '你已同意过这份申请，需要另一位审核员再次同意'
export const DECIDED_ALREADY = '这份申请已经处理过了'
export const DECIDED_LATE = '已到解封时间，主人可以直接解封'
export const NOTICE_DONE_ALREADY = '这条私信已经处理过了'
export const REPLY_MISSING = '拒绝时请写明答复'

export function whyNotReply(reply: string, approve: number): string | undefined {
  if (approve === 0 && !reply.trim()) return REPLY_MISSING
  if ([...reply].length > REVIEW_REPLY_MAX_CHARS) return `答复不能超过${REVIEW_REPLY_MAX_CHARS}字`
  return undefined
}

/** The moment until which an application made at `at` is to be answered: the end of the fifth working day after it. */
export function reviewDeadline(at: Date): Date {
  let day = startOfDay(at)
  for (let left: number = REVIEW_WORKING_DAYS; left > 0; ) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) left--
  }
  return addDays(day, 1)
}

/** Applications made before this moment are overdue at `now`. */
export function overdueBefore(now: Date): Date {
  let day = startOfDay(now)
  while (reviewDeadline(day) > now) day = addDays(day, -1)
  return addDays(day, 1)
}

/** Yeses that a capsule still needs: two different operators' when it is locked, otherwise one's. */
export const missingApprovals = (isLock: number, approvals: number): number => Math.max(0, isLock + 1 - approvals)

/** Monday to Friday; public holidays only ever make us quicker than promised. */
const isWorkingDay = (day: Date): boolean => ![0, 6].includes(chinaWeekday(day))

export const APPLICATION_NAME: Record<ApplicationState, string> = {
  waiting: '待审核',
  approved: '已通过',
  rejected: '未通过',
  closed: '已到期关闭',
}

export const reviewLoginInput = z.object({
  name: z.string().min(1, '请输入名字').max(60, OPERATOR_WRONG),
  password: z.string().min(1, '请输入密码').max(200, OPERATOR_WRONG),
  totp,
})
export const reviewLoginOutput = z.object({ token: z.string(), name: z.string() })

export const reviewListInput = pageInput.extend({ state: z.enum(['waiting', 'done']).default('waiting') })
const decision = z.object({ operator: z.string(), approve: flag, reply: z.string(), decided_at: time })
/** Never the content, nor the title: `is_lock`, the dates, the reason. */
export const application = z.object({
  id: z.string(),
  state: z.enum(APPLICATION_STATES),
  reason: z.string(),
  is_lock: flag,
  type: capsuleType,
  sealed_at: time,
  open_time: time,
  created_at: time,
  deadline: time,
  overdue: flag,
  /** Its open time has come: nothing is to be decided any more, it closes when its owner opens. */
  due: flag,
  closed_at: time,
  decisions: z.array(decision),
  /** Approvals still missing: 2 different operators for a locked capsule, 1 otherwise. */
  missing: z.int(),
  /** This operator has said yes already. */
  mine: flag,
})
export type Application = z.infer<typeof application>
/** `waiting` and `overdue` count what is still to be decided. */
export const reviewListOutput = z.object({ applications: z.array(application), waiting: z.int(), overdue: z.int() })
export const reviewDecideInput = z.object({
  application_id: id,
  approve: flag,
  reply: z.string().default(''),
})
export const reviewDecideOutput = z.object({ state: z.enum(APPLICATION_STATES), missing: z.int() })

/** Weibo notices that a person has to send: the text to copy, and to whom. */
export const handNotice = z.object({ id: z.string(), to: z.string(), text: z.string(), created_at: time })
export const handNoticesInput = pageInput
export const handNoticesOutput = z.object({ notices: z.array(handNotice) })
/** `done` 1: it was sent by hand; 0: it cannot be. */
export const handNoticeDoneInput = z.object({ notice_id: id, done: flag })
