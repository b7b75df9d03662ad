import { z } from 'zod'
import { contactInput } from './contact.ts'
import { flag, id, pageInput, time } from './fields.ts'
import { addDays, addMonths } from './time.ts'

/** The ways in which a contact is told, in the order in which they stand in for one another. */
export const CONTACT_CHANNELS = ['tel', 'email', 'weibo'] as const
export type ContactChannel = (typeof CONTACT_CHANNELS)[number]
/** Who holds a link that opens a capsule: a contact, or the person it is for. */
export type LinkChannel = ContactChannel | 'receiver'
export const CHANNEL_NAME = { owner: '主人', tel: '手机', email: '邮箱', weibo: '微博' } as const

export const WEIBO_PROMISE = '微博提醒为尽力送达：可能以公开@或人工私信方式发送'
export const MENTION_CONSENT = '允许官方微博公开@提醒'
export const CONFIRMED = '已确认，到时我们会通知你'
export const STOPPED = '已停止，你不会再收到时光胶囊的通知'
export const CONTACT_LINK_WRONG = '链接已失效'
export const CONTACTS_CHANGED = '联系方式已更新'
export const LINK_ENDED = '链接已停止'
export const LINK_RENEWED = '新链接已发送，旧链接已失效'

/** Days after the open time on which a capsule that is still sealed is spoken of again; then once a year. */
export const REMINDER_DAYS = [0, 3, 14, 60] as const
const MONTHS_A_YEAR = 12

/**
 * When the notices after `now` are due: the first of day 0, 3, 14, 60 and then each year after the open time that is
 * still to come. A server that stood still for days sends one notice, not one for each day missed.
 */
export function nextReminder(openTime: Date, now: Date): Date {
  for (const days of REMINDER_DAYS) {
    const at = addDays(openTime, days)
    if (at > now) return at
  }
  let years = 1
  while (addMonths(openTime, years * MONTHS_A_YEAR) <= now) years++
  return addMonths(openTime, years * MONTHS_A_YEAR)
}

/** How far a contact's confirmation is: `none` before the contact was asked, `unasked` where asking is not possible (Weibo). */
export const CONTACT_STATE = {
  none: '等待发送确认',
  asked: '等待对方确认',
  confirmed: '已确认',
  refused: '无法送达，请更正',
  stopped: '对方不再接收通知',
  unasked: '到时尽力送达',
} as const
export type ContactState = keyof typeof CONTACT_STATE

/** The state of one notice. */
export const NOTICE_STATE = {
  waiting: '等待发送',
  sending: '正在发送',
  sent: '已送达服务商',
  kept: '已存入发件箱',
  failed: '未能送达',
  unknown: '等待服务商确认',
  operator: '等待人工发送',
  dropped: '不再需要',
} as const
export type NoticeState = keyof typeof NOTICE_STATE

const channel = z.enum(CONTACT_CHANNELS)

/** `address` is shortened: enough for its owner to know it by. */
export const contactRow = z.object({
  channel,
  address: z.string(),
  state: z.enum(Object.keys(CONTACT_STATE) as [ContactState, ...ContactState[]]),
  confirmed_at: time,
  mention: flag,
  /** The contact holds a link that opens the capsule, or shows it once it is open. */
  link: flag,
})
export type ContactRow = z.infer<typeof contactRow>
/** Without `contact` it only tells; with it every channel named is corrected ('' takes it away), the others stay. */
export const contactsInput = z.object({ capsule_id: id, contact: contactInput.optional() })
export const contactsOutput = z.object({ contacts: z.array(contactRow) })

export const noticeLogInput = pageInput.extend({ capsule_id: id })
/** One message about the capsule. Times are '' where there is none. */
export const noticeRow = z.object({
  id: z.string(),
  /** To whom: the owner, or a contact by its channel. */
  to: z.enum(['owner', 'tel', 'email', 'weibo']),
  /** The subject, in words: 解封通知, 第2次提醒, 联系方式确认, … */
  about: z.string(),
  state: z.enum(Object.keys(NOTICE_STATE) as [NoticeState, ...NoticeState[]]),
  created_at: time,
  /** When the provider took it. */
  accepted_at: time,
  /** When it was refused last, and what happens next. */
  refused_at: time,
  next_at: time,
  tries: z.int(),
})
export type NoticeRow = z.infer<typeof noticeRow>
/** `next_at`: when this capsule is spoken of next; '' when it is open. `opened_by`: who opened it, '' before. */
export const noticeLogOutput = z.object({
  notices: z.array(noticeRow),
  next_at: time,
  opened_by: z.enum(['', 'owner', 'tel', 'email', 'weibo']),
})
export const renewInput = z.object({ capsule_id: id, channel })
export const contactTokenInput = z.object({ token: z.string().max(200) })
/** Who named them, by name and shortened number as far as there is something to say. */
export const contactAskerOutput = z.object({ who: z.string() })
/** The name for an owner of whom nothing can be said. */
export const SOMEBODY = '有人'
