import type { Output } from '#contract/calls.ts'
import type { Detail } from '#contract/capsule.ts'
import type { ContactRow, NoticeRow } from '#contract/notice.ts'
import { formatChina } from '#contract/time.ts'

const DAY_MS = 86_400_000
export const inDays = (days: number): string => formatChina(Date.now() + days * DAY_MS)

/** A sealed capsule of the person who is signed in. */
export const sealed = (fields: Partial<Detail> = {}): Detail => ({
  id: '3',
  type: 0,
  capsule: 0,
  content_type: 0,
  long_tag: '今晚的风',
  status: 1,
  is_public: 0,
  review: '',
  is_lock: 0,
  open_time: inDays(400),
  open_at: '',
  sealed_at: inDays(-20),
  created_at: inDays(-20),
  updated_at: inDays(-20),
  love_count: 0,
  colorIndex: 3,
  revision: 1,
  user: { id: '7', nickname: '小满', avatar: '', sex: '', cancelled: 0 },
  ...fields,
})
export const detailOf = (fields: Partial<Detail> = {}, is_mine: 0 | 1 = 1) => ({
  code: 1000 as const,
  data: { capsule: sealed(fields), is_mine, is_love: 0 } satisfies Output<'capsuleDetail'>,
})

export const contact = (fields: Partial<ContactRow> = {}): ContactRow => ({
  channel: 'tel',
  address: '139****0000',
  state: 'asked',
  confirmed_at: '',
  mention: 0,
  link: 0,
  ...fields,
})
export const contactsOf = (...contacts: ContactRow[]) => ({
  code: 1000 as const,
  data: { contacts } satisfies Output<'capsuleContacts'>,
})

export const notice = (id: string, fields: Partial<NoticeRow> = {}): NoticeRow => ({
  id,
  to: 'tel',
  about: '解封通知',
  state: 'sent',
  created_at: '2026-11-21 20:30:00',
  accepted_at: '',
  refused_at: '',
  next_at: '',
  tries: 0,
  ...fields,
})
type Head = { next_at?: string; opened_by?: '' | NoticeRow['to'] }
export const logOf = (notices: NoticeRow[], { next_at = '', opened_by = '' }: Head = {}) => ({
  code: 1000 as const,
  data: { notices, next_at, opened_by } satisfies Output<'noticeLog'>,
})
