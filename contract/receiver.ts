import { z } from 'zod'
import { card } from './capsule.ts'
import { captcha } from './captcha.ts'
import { foldEmail, whyNotEmail } from './email.ts'
import { ended, flag, id, pageInput, time, walked } from './fields.ts'
import { ANSWER_BACK_MAX_CHARS, EMAIL_MAX_CHARS, RECEIVER_NAME_MAX_CHARS } from './limits.ts'
import { CANCELLED_NAME } from './profile.ts'
import { foldTel, TEL_WRONG, whyNotTel } from './tel.ts'
import { isVisible, visible } from './visible.ts'

// A capsule for somebody (decisions 11): whom it is for, the page where it waits for them, and what they have received.

export const RECEIVER_MISSING = '请写下怎么称呼 TA'
const RECEIVER_LONG = `称呼最多${RECEIVER_NAME_MAX_CHARS}个字`
export const ONLY_TIME_TO = '只有时光胶囊可以寄给 TA'
export const NOT_ALLOWED_YET = 'TA 打开后同意了，才能公开或分享'
export const ALLOW_EARLY = '打开之后才能决定'
export const NOT_PUBLIC_TO = '寄给 TA 的胶囊不能公开或分享'
export const NAME_UNFIT = '称呼里有不能使用的词'
export const TITLE_UNFIT = '标题里有不能让 TA 看到的词'
export const TO_ONESELF = '这是你自己封存的胶囊'
export const TAKEN = '已被收下'
export const RECEIVED = '已收下，到那天会告诉你'
export const REFUSED = '已告知不收，这枚胶囊不会再打扰你'
/** Its sender had left, and who was handed it did not want it. */
export const GONE = '已告知不收，这枚胶囊已永久删除'
export const RECEIVER_UNDONE = '已撤回，旧的链接和二维码已失效'
export const RECEIVER_OPENED = 'TA 已经打开了，不能再撤回'
export const RECEIVER_DUE = '已经到了打开的日子，不能再撤回'
export const ONE_WAY = '手机号和邮箱，填一个就好'
export const NO_WAY_TO_TELL = '填了 TA 的手机号或邮箱，才能现在告诉 TA'
export const OWN_NUMBER = '这是你自己的手机号'
export const CARDS_A_DAY_OVER = '今天已经告诉过 5 个人了，这一枚请选择到那天再说'
export const RECEIVER_CHANGED = '已换成新的联系方式，旧的链接和二维码已失效'
export const ALREADY_RECEIVED = '已经被收下，不能再修改'
export const ANSWER_EMPTY = '请写下回信'
const ANSWER_LONG = `已超出${ANSWER_BACK_MAX_CHARS}字上限~`
export const ANSWER_EARLY = '打开之后才能回信'
export const ANSWERED = '已经回过信了'
export const ANSWER_SENT = '回信已送到'
export const SENDER_LEFT = '对方已注销账号，收不到了'
export const BACK_ARRIVED = '已直接送到 TA 的「收到的」，不用交给谁'
/** All that the sender is told of an answer, or of a capsule back. */
export const ANSWER_TOLD = '你寄出的一枚时光胶囊有了回信。'
export const BACK_TOLD = '你寄出的一枚时光胶囊有了回音：对方回寄了一枚给你。'
export const RECEIVED_EMPTY = '还没有收到别人寄来的胶囊~'
/** From whom it is; one who has left is still said, and that it is theirs all the same. */
export const fromText = (from: string): string =>
  from === CANCELLED_NAME ? `${CANCELLED_NAME}，这枚胶囊仍留给你` : `来自 ${from} 的时光胶囊`
/** All that a preview of a waiting page's address says: neither who nor when. */
export const WAITING_TITLE = '有一枚给你的时光胶囊'

/** How the sender calls them. */
export function whyNotReceiverName(name: string): string | undefined {
  if (!visible(name)) return RECEIVER_MISSING
  if ([...name.trim()].length > RECEIVER_NAME_MAX_CHARS) return RECEIVER_LONG
  return isVisible(name) ? undefined : RECEIVER_MISSING
}

const receiverName = z
  .string(RECEIVER_MISSING)
  .trim()
  .superRefine((value, context) => {
    const message = whyNotReceiverName(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** The two ways by which somebody can be told that it waits for them; with neither, its sender hands it over. */
export type Way = 'tel' | 'email'
export type Ways = { tel?: string | undefined; email?: string | undefined; tell_now?: 0 | 1 | undefined }

/** Of the way that was chosen, also where nothing is filled in yet. */
export function whyNotWay({ tel, email }: Ways): string | undefined {
  if (tel !== undefined) return whyNotTel(tel)
  return email === undefined ? undefined : whyNotEmail(email)
}

type Wrong = { tel?: string; email?: string; tell_now?: string }

/** The fault of each field about how they are reached. */
export function whyNotReached({ tel, email, tell_now, back_to }: Ways & { back_to?: string | undefined }): Wrong {
  if (back_to && tel) return { tel: BACK_ARRIVED }
  if (back_to && email) return { email: BACK_ARRIVED }
  if (tel && whyNotTel(tel)) return { tel: TEL_WRONG }
  if (email && tel) return { email: ONE_WAY }
  const wrong = email && whyNotEmail(email)
  if (wrong) return { email: wrong }
  return tell_now === 1 && !tel && !email ? { tell_now: NO_WAY_TO_TELL } : {}
}

const ways = {
  tel: z.string().overwrite(foldTel).optional(),
  email: z
    .string()
    .max(EMAIL_MAX_CHARS * 2)
    .overwrite(foldEmail)
    .optional(),
  /** 1: a card tells them now that it waits; 0: they hear of it on its day. */
  tell_now: flag.optional(),
}
const reached = (value: Ways, context: z.RefinementCtx) => {
  for (const [field, message] of Object.entries(whyNotReached(value)))
    context.addIssue({ code: 'custom', message, path: [field] })
}

/**
 * `show_title` 0: its title is told nowhere before it is opened. `back_to`: a capsule that the caller has received and opened; this one
 * is for who sent it, and is theirs at once.
 */
export const to = z
  .object({ name: receiverName, show_title: flag.default(0), ...ways, back_to: id.optional() })
  .superRefine(reached)
  .optional()
/** Another way to the same person; with neither field it is handed over by its sender. */
export const changeReceiverInput = z.object({ capsule_id: id, ...ways }).superRefine(reached)
/** Of a capsule that cannot be for somebody else. */
export const toNobody = z.never(ONLY_TIME_TO).optional()
export type To = NonNullable<z.infer<typeof to>>

/** The address of the page where it waits, outside of the hash: it stands on cards and in QR codes. */
export const waitingPath = (token: string): string => `/w/${token}`

/** Its day, as a file for calendars. */
export const waitingCalendar = (token: string): string => `/calendar/waiting/${token}.ics`

/** `waiting_url`: of a capsule for somebody, what its sender hands over. */
export const sealedOutput = z.object({ capsule_id: z.string(), waiting_url: z.string().optional() })

const token = z.string().max(200)
export const waitingInput = z.object({ token })
/** `captcha`: sent by `receiveCode`, where the sender gave an address and it is not the caller's own number. */
export const receiveInput = z.object({ token, captcha: captcha.optional() })
/** `report` 1: nothing that this sender seals reaches the address any more. */
export const refuseInput = z.object({ token, report: flag.default(0) })
/**
 * `state`: it waits to be taken; `own`: the caller sealed it; `yours`: the caller took it; `taken`: somebody else did, and
 * `refused`: nobody wants it – of these two nothing of the capsule is said. `title` is '' unless its sender shows it. `code_to`: the
 * shortened address to which a code has to be sent before the caller may take it; '' where none has to, or nobody is signed in.
 */
export const waitingOutput = z.object({
  state: z.enum(['waiting', 'own', 'yours', 'taken', 'refused']),
  capsule_id: z.string(),
  from: z.string(),
  name: z.string(),
  title: z.string(),
  sealed_at: time,
  open_time: time,
  code_to: z.string(),
  /** 1 where its sender gave an address, by which they are told. */
  addressed: flag,
  /** 1 where its sender has closed their account: who says no then ends it for good. */
  left: flag,
})
export type Waiting = z.infer<typeof waitingOutput>

export const allowInput = z.object({ capsule_id: id, allowed: flag })

/** For its sender: by which name and address it waits, until when, and since when it is taken ('' before), never by whom. */
export const receiverOutput = z.object({
  name: z.string(),
  show_title: flag,
  /** '' where it was sent back to somebody, who has it: there is nothing to hand over. */
  waiting_url: z.string(),
  /** How they are told, '' where it is handed over; the address is shortened. */
  way: z.enum(['', 'tel', 'email']),
  address: z.string(),
  tell_now: flag,
  /** 1 where a message to that address came back. */
  bounced: flag,
  open_time: time,
  received_at: time,
  /** 1 once its day has come and nobody took it. */
  refused: flag,
  /** 1 once they have opened it: then nothing can be taken back. */
  opened: flag,
})
export type Receiver = z.infer<typeof receiverOutput>

/** A row of what one has received; its title is '' as long as it is neither opened nor shown. */
export const receivedCard = card.extend({ from: z.string(), name: z.string(), hidden: flag })
export type ReceivedCard = z.infer<typeof receivedCard>
/**
 * Ends in a part of the list (1 due, 2 waiting, 3 opened), and there by a moment and an id. `hidden`: those that were hidden in
 * place of the others.
 */
export const receivedInput = pageInput.extend({ after: ended(/^\d{1,17}_\d{1,16}_[123]$/), hidden: flag.default(0) })
export const receivedOutput = z.object({ capsules: walked(receivedCard) })

/** Why a text is no answer to who sent a capsule. */
export function whyNotAnswer(text: string): string | undefined {
  if (!visible(text)) return ANSWER_EMPTY
  return [...text.trim()].length > ANSWER_BACK_MAX_CHARS ? ANSWER_LONG : undefined
}
/** `text`: what its receiver says to who sent it, once. */
export const answerInput = z.object({
  capsule_id: id,
  text: z
    .string(ANSWER_EMPTY)
    .trim()
    .superRefine((value, context) => {
      const message = whyNotAnswer(value)
      if (message) context.addIssue({ code: 'custom', message })
    }),
})
