import { sql } from 'kysely'
import { type CapsuleStatus, type CapsuleType, colorIndex, TYPE } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { type DiaryRow, diaryExcerpt, diaryTitle } from '#contract/diary.ts'
import { parseChina, weekdayText } from '#contract/time.ts'
import { moment } from '#server/capsule/card.ts'
import { type Content, readContent } from '#server/capsule/content.ts'
import { thumbnailOf } from '#server/capsule/shownItems.ts'
import type { UserContext } from '#server/context.ts'
import { UNSEALED } from '#server/db/states.ts'

/** What a list of diaries reads of a row `c` – with its content `k`, joined only where it is open. */
export const ROW = sql`c.id, c.type, c.status, c.long_tag, c.created_at, c.sealed_at, c.open_time, k.envelope, k.sealed`

/** The content of what is open to its owner; of what is sealed it is not even selected. */
export const CONTENT = sql`left join capsule_contents k on k.capsule_id = c.id and c.status = ${UNSEALED}`

export type Row = {
  id: number
  type: CapsuleType
  status: CapsuleStatus
  long_tag: string
  created_at: string
  sealed_at: string | null
  open_time: string | null
  envelope: object | null
  sealed: Buffer | null
}

/** As a list shows it, on the day it was written. An ordinary diary keeps its name inside what is encrypted. */
export function toRow(context: UserContext, row: Row): DiaryRow {
  const content = readContent(context.keys, row)
  const written = moment(row.sealed_at ?? row.created_at)
  const foretold = row.type === TYPE.forecast
  return {
    id: String(row.id),
    type: row.type,
    status: row.status,
    created_at: moment(row.created_at),
    sealed_at: moment(row.sealed_at),
    open_time: moment(row.open_time),
    colorIndex: colorIndex(row.id),
    date: written.slice(0, 10),
    week: weekdayText(parseChina(written)!),
    title: row.sealed_at === null ? nameOf(content) : row.long_tag,
    excerpt: foretold ? '' : diaryExcerpt(htmlOf(content)),
    thumbnail: foretold ? '' : thumbnailOf(context, content?.content ?? []),
  }
}

const nameOf = (content: Content | undefined): string => content?.title ?? diaryTitle(htmlOf(content))

const htmlOf = (content: Content | undefined): string =>
  content?.content.find(({ type }) => type === ITEM.text)?.content ?? ''
