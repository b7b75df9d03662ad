import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { shownTitle } from '#contract/seal.ts'
import { visible } from '#contract/visible.ts'
import { boundsOfYear } from '#contract/year.ts'
import { isMineOpen } from '#server/capsules/capsule/mine.ts'
import { HEAD, type HeadRow, readHeadOfList } from '#server/capsules/capsule/stored.ts'
import type { UserContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { DIARY } from '#server/platform/db/states.ts'
import { endOf, walked } from '#server/platform/db/walk.ts'
import { addressOf } from '#server/platform/media/permission.ts'

type YearRow = HeadRow & { long_tag: string; created_at: string }

const BY_WRITING = { at: sql`c.created_at`, id: sql`c.id` }

/** How the caller's diaries of a year begin, to choose from: those open to them, by the little that lists show. */
export async function yearLines(context: UserContext, { year, after }: Parsed<'yearLines'>) {
  const { from, to } = boundsOfYear(year)
  const page = { page: 1, pageSize: PAGE_SIZE, after }
  const { rows } = await sql<YearRow>`
    select c.*, ${HEAD} from (
      select c.id, c.owner_id, c.type, c.long_tag, c.created_at, c.sealed_at, c.open_time from capsules c
      where ${isMineOpen(context.caller.userId)} and c.type = ${DIARY}
        and c.created_at >= ${from.toISOString()}::timestamptz and c.created_at < ${to.toISOString()}::timestamptz
      ${walked(page, BY_WRITING)}
    ) c join capsule_contents k on k.capsule_id = c.id
    order by c.created_at desc, c.id desc`.execute(context.db)
  const data = rows.map((row) => {
    const head = readHeadOfList(context, row)
    const line = visible(head?.excerpt.split('\n')[0] ?? '') || shownTitle(head?.title || row.long_tag)
    const thumbnail = head?.picture ? addressOf(context, head.picture, 'whole') : ''
    return { id: String(row.id), date: moment(row.created_at).slice(0, 10), line, thumbnail }
  })
  return { capsules: { data, next: endOf(rows, page, ({ created_at, id }) => [created_at, id]) } }
}
