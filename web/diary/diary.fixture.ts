import type { DiaryRow } from '#contract/diary.ts'
import { weekText } from './month.ts'

/** A diary of a list, written at noon of this day; an ordinary one unless the fields say otherwise. */
export const diary = (id: string, date: string, fields: Partial<DiaryRow> = {}): DiaryRow => ({
  id,
  type: 1,
  status: 2,
  created_at: `${date} 12:00:00`,
  sealed_at: '',
  open_time: '',
  colorIndex: Number(id) % 5,
  date,
  week: weekText(`${date} 12:00:00`),
  title: `第${id}篇`,
  thumbnail: '',
  ...fields,
})

export const sealed = (id: string, date: string, fields: Partial<DiaryRow> = {}): DiaryRow =>
  diary(id, date, { status: 1, sealed_at: `${date} 12:00:00`, open_time: '2036-11-21 23:59:59', ...fields })

/** What a call for a list of these answers. */
export const listed = <Row>(rows: Row[]) => ({
  code: 1000,
  data: { capsules: { data: rows, current_page: 1, per_page: 15 } },
})
