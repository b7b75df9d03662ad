import { z } from 'zod'
import { type CapsuleStatus, capsuleForm, capsuleType, STATUS } from './capsule.ts'
import { captcha } from './captcha.ts'
import { id } from './fields.ts'
import { REPLY_MAX_CHARS, UNSEAL_REASON_MAX_CHARS, UNSEAL_REASON_OVER_CHARS } from './limits.ts'
import { keyAnswer } from './seal.ts'

export const UNSEALED = '解封成功'
export const TOO_EARLY = '还没有到解封时间'
export const ALREADY_OPEN = '该胶囊已经解封'
export const ANSWER_WRONG = '答案不正确'
export const ANSWER_MISSING = '请回答全部安全问题'
export const REQUESTED = '申请已提交'
export const REQUEST_WAITING = '解封申请正在审核中'
export const REQUEST_DUE = '已到解封时间，可以直接解封'
export const REQUEST_APPROVED = '解封申请已通过，可以直接解封'
export const REVIEW_PROMISE = '解封理由是审核的重要依据，我们会在5个工作日内以短信回复你'
export const CLOCK_HELD = '系统正在核对时间，请稍后再解封'
export const NOT_AS_SEALED = '胶囊的记录与封存时不一致，暂时不能打开，请联系我们'
export const LINK_GONE = '链接已失效，请联系胶囊的主人重新发送'

/** `held` 1: its day has come by a clock that the server does not trust. */
export type Sealed = {
  status: CapsuleStatus
  is_lock: number
  open_time: string
  held?: number | undefined
  held_minutes?: number | undefined
}
export type UnsealButton = {
  label: '解封' | '提前解封' | '提交解封申请' | '审核中' | '系统正在核对时间'
  leads: 'unseal' | 'deblocking' | 'nowhere'
  /** The question asked first; for a button that leads nowhere, the reason. */
  prompt?: string
}

export type UnsealState = 'none' | 'open' | 'held' | 'due' | 'approved' | 'waiting' | 'early' | 'locked'

const OPEN: UnsealButton = { label: '解封', leads: 'unseal', prompt: '确定解封该胶囊吗？' }
const EARLY_PROMPT = '确定提前解封该胶囊吗？'

type Rule = { button?: UnsealButton; whyNotUnseal?: string; whyNotRequest?: string }

/** The possible acts on a capsule in each state: the button of every page, and the server's words of refusal. */
export const UNSEALING: Record<UnsealState, Rule> = {
  none: { whyNotUnseal: TOO_EARLY, whyNotRequest: TOO_EARLY },
  open: { whyNotUnseal: ALREADY_OPEN, whyNotRequest: ALREADY_OPEN },
  held: {
    button: { label: '系统正在核对时间', leads: 'nowhere', prompt: CLOCK_HELD },
    whyNotUnseal: CLOCK_HELD,
    whyNotRequest: CLOCK_HELD,
  },
  due: { button: OPEN, whyNotRequest: REQUEST_DUE },
  approved: { button: OPEN, whyNotRequest: REQUEST_APPROVED },
  waiting: {
    button: { label: '审核中', leads: 'nowhere', prompt: '审核结果会在5个工作日内以短信回复你' },
    whyNotUnseal: TOO_EARLY,
    whyNotRequest: REQUEST_WAITING,
  },
  early: {
    button: { label: '提前解封', leads: 'deblocking', prompt: EARLY_PROMPT },
    whyNotUnseal: TOO_EARLY,
  },
  locked: {
    button: { label: '提交解封申请', leads: 'deblocking', prompt: EARLY_PROMPT },
    whyNotUnseal: TOO_EARLY,
  },
}

/** `now` is China time in the form of `open_time`, so that the two compare as text. */
export function unsealState({ status, is_lock, open_time, held }: Sealed, now: string): UnsealState {
  if (status === STATUS.draft) return 'none'
  if (status === STATUS.unsealed) return 'open'
  if (held) return 'held'
  if (open_time <= now) return 'due'
  if (status === STATUS.approved) return 'approved'
  if (status === STATUS.requested) return 'waiting'
  return is_lock === 0 ? 'early' : 'locked'
}

/** The button of a capsule that is not open yet (specification 4). Undefined when there is nothing to unseal. */
export function unsealButton(capsule: Sealed, now: string): UnsealButton | undefined {
  const { button } = UNSEALING[unsealState(capsule, now)]
  const { held, held_minutes } = capsule
  return button && held && held_minutes ? { ...button, prompt: heldFor(held_minutes) } : button
}

/** Minutes, never the moment: a clock that is being checked cannot say it. */
export const heldFor = (minutes: number): string => `系统正在核对时间，大约${minutes}分钟后可以解封`

/** Why this reason for an early unsealing is not enough (specification 5), or undefined. */
export function whyNotReason(reason: string): string | undefined {
  const length = [...reason.trim()].length
  if (length === 0) return '请填写解封理由'
  if (length <= UNSEAL_REASON_OVER_CHARS) return '请填写大于十个字的理由'
  if (length > UNSEAL_REASON_MAX_CHARS) return '已超出1000字上限~'
  return undefined
}

export const reviewReason = z.string('请填写解封理由').superRefine((value, context) => {
  const message = whyNotReason(value)
  if (message) context.addIssue({ code: 'custom', message })
})

export const unsealInput = z.object({ capsule_id: id, key_answer: keyAnswer.optional() })
export const questionsInput = z.object({ capsule_id: id.optional() })
/** `drop_at`: the owner asked to drop them; from then on there are none. '' otherwise. */
export const questionsOutput = z.object({ questions: z.array(z.string()), drop_at: z.string() })
export const ownerCodeInput = z.object({ capsule_id: id, captcha })
export const dropOutput = z.object({ drop_at: z.string() })
export const requestInput = z.object({ capsule_id: id, reason: reviewReason })
/** An empty text takes the reply away. */
export const replyInput = z.object({
  capsule_id: id,
  text: z.string().refine((value) => [...value].length <= REPLY_MAX_CHARS, '已超出1000字上限~'),
})
/** A new draft made from an opened capsule. */
export const againOutput = z.object({ capsule_id: z.string(), type: capsuleType, content_type: capsuleForm })
