import { z } from 'zod'
import { card } from './capsule.ts'
import { ended, flag, pageInput, time, walked } from './fields.ts'
import { RECEIVER_NAME_MAX_CHARS } from './limits.ts'
import { isVisible, visible } from './visible.ts'

// A capsule for somebody (decisions 11): whom it is for, the page where it waits for them, and what they have received.

export const RECEIVER_MISSING = '请写下怎么称呼 TA'
const RECEIVER_LONG = `称呼最多${RECEIVER_NAME_MAX_CHARS}个字`
export const ONLY_TIME_TO = '只有时光胶囊可以寄给 TA'
export const NOT_PUBLIC_TO = '寄给 TA 的胶囊不能公开或分享'
export const NAME_UNFIT = '称呼里有不能使用的词'
export const TITLE_UNFIT = '标题里有不能让 TA 看到的词'
export const TO_ONESELF = '这是你自己封存的胶囊'
export const TAKEN = '已被收下'
export const RECEIVED = '已收下，到那天会告诉你'
export const REFUSED = '已告知不收，这枚胶囊不会再打扰你'
export const RECEIVER_UNDONE = '已撤回，旧的链接和二维码已失效'
export const RECEIVER_OPENED = 'TA 已经打开了，不能再撤回'
export const RECEIVED_EMPTY = '还没有收到别人寄来的胶囊~'
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

/** `show_title` 0: its title is told nowhere before it is opened. */
export const to = z.object({ name: receiverName, show_title: flag.default(0) }).optional()
/** Of a capsule that cannot be for somebody else. */
export const toNobody = z.never(ONLY_TIME_TO).optional()
export type To = NonNullable<z.infer<typeof to>>

/** The address of the page where it waits, outside of the hash: it stands on cards and in QR codes. */
export const waitingPath = (token: string): string => `/w/${token}`

/** `waiting_url`: of a capsule for somebody, what its sender hands over. */
export const sealedOutput = z.object({ capsule_id: z.string(), waiting_url: z.string().optional() })

const token = z.string().max(200)
export const waitingInput = z.object({ token })
/**
 * `state`: it waits to be taken; `own`: the caller sealed it; `yours`: the caller took it; `taken`: somebody else did, and
 * `refused`: nobody wants it – of these two nothing else is said. `title` is '' unless its sender shows it.
 */
export const waitingOutput = z.object({
  state: z.enum(['waiting', 'own', 'yours', 'taken', 'refused']),
  capsule_id: z.string(),
  from: z.string(),
  name: z.string(),
  title: z.string(),
  sealed_at: time,
  open_time: time,
})
export type Waiting = z.infer<typeof waitingOutput>

/** For its sender: by which name and address it waits, until when, and since when it is taken ('' before), never by whom. */
export const receiverOutput = z.object({
  name: z.string(),
  show_title: flag,
  waiting_url: z.string(),
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
