import { sql } from 'kysely'
import { type CapsuleStatus, colorIndex } from '#contract/capsule.ts'
import type { DiaryRow } from '#contract/diary.ts'
import { shownTitle } from '#contract/seal.ts'
import { parseChina, weekdayText } from '#contract/time.ts'
import { HEAD, type HeadRow, readHeadOfList } from '#server/capsules/capsule/stored.ts'
import type { UserContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { addressOf } from '#server/platform/media/permission.ts'

/** Columns that a list of diaries reads of a row `c` – with its content `k`, joined only where it is open. */
export const ROW = sql`c.id, c.owner_id, c.type, c.status, c.long_tag, c.created_at, c.updated_at, c.sealed_at, c.open_time, ${HEAD}`

/** The content of a row that is open to its owner; of a sealed one it is not even selected. */
export const CONTENT = sql`left join capsule_contents k on k.capsule_id = c.id and c.status = ${UNSEALED}`

export type WrittenRow = HeadRow & { status: CapsuleStatus; long_tag: string; created_at: string; updated_at: string }

/** A diary as a list shows it, on the day it was written. An ordinary one keeps its name in its encrypted content. */
export function toRow(context: UserContext, row: WrittenRow): DiaryRow {
  const head = readHeadOfList(context, row)
  const written = moment(row.sealed_at ?? row.created_at)
  return {
    id: String(row.id),
    type: row.type,
    status: row.status,
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
    sealed_at: moment(row.sealed_at),
    open_time: moment(row.open_time),
    colorIndex: colorIndex(row.id),
    date: written.slice(0, 10),
    week: weekdayText(parseChina(written)!),
    title: shownTitle((row.sealed_at === null && head?.title) || row.long_tag),
    excerpt: head?.excerpt ?? '',
    thumbnail: head?.picture ? addressOf(context, head.picture, 'whole') : '',
  }
}
