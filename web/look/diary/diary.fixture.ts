import { colorIndex, type Detail } from '#contract/capsule.ts'
import type { DiaryRow } from '#contract/diary.ts'
import { sealed as capsule } from '#web/capsule/notice/notices.fixture.ts'
import { weekText } from './month.ts'

/** A diary's row in a list, written at noon of this day; an ordinary one unless the fields say otherwise. */
export const diary = (id: string, date: string, fields: Partial<DiaryRow> = {}): DiaryRow => ({
  id,
  type: 1,
  status: 2,
  created_at: `${date} 12:00:00`,
  updated_at: `${date} 12:00:00`,
  sealed_at: '',
  open_time: '',
  colorIndex: Number(id) % 5,
  date,
  week: weekText(`${date} 12:00:00`),
  title: `第${id}篇`,
  excerpt: '',
  thumbnail: '',
  ...fields,
})

export const sealed = (id: string, date: string, fields: Partial<DiaryRow> = {}): DiaryRow =>
  diary(id, date, { status: 1, sealed_at: `${date} 12:00:00`, open_time: '2036-11-21 23:59:59', ...fields })

/** An ordinary diary as its writer reads it: open from the start. */
export const ordinary = (html: string, fields: Partial<Detail> = {}): Detail =>
  capsule({
    type: 1,
    capsule: 2,
    long_tag: '',
    status: 2,
    open_time: '',
    open_at: '2026-11-20 21:04:00',
    sealed_at: '',
    created_at: '2026-11-20 21:04:00',
    updated_at: '2026-11-20 21:04:00',
    colorIndex: colorIndex(Number(fields.id ?? 3)),
    capsule_content: { type: 0, created_at: '2026-11-20 21:04:00', content: [{ type: 0, content: html, comment: '' }] },
    description: '',
    send_word: '',
    ...fields,
  })

/** The answer of a call for a list of these rows. */
export const listed = <Row>(rows: Row[]) => ({
  code: 1000 as const,
  data: { capsules: { data: rows, current_page: 1, per_page: 15 } },
})
