import { z } from 'zod'
import { flag, id, paged, pageInput, time } from './fields.ts'

export const INBOX_TITLE = '消息'
export const INBOX_EMPTY = '暂时没有消息~'

/** Messages to a person: decisions on their requests, gifts from others, events that concern them. */
export const INBOX_KINDS = [
  'application',
  'public',
  'down',
  'ban',
  'gift',
  'feedback',
  'signIn',
  'lost',
  'archive',
  'sunset',
  'received',
  'answered',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

export const message = z.object({
  id: z.string(),
  kind: z.enum(INBOX_KINDS),
  text: z.string(),
  /** The address of the page it leads to; '' nowhere. */
  to: z.string(),
  created_at: time,
  read: flag,
  /** `open`: it can be appealed against; `sent`: it was; '' when there is nothing to appeal against. */
  appeal: z.enum(['', 'open', 'sent']),
})
export type Message = z.infer<typeof message>
export const inboxInput = pageInput
export const inboxOutput = z.object({ messages: paged(message) })
/** Everything up to `newest` – the newest that was seen – or all there is. */
export const readInboxInput = z.object({ newest: id.optional() })
