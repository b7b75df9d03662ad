import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { sameDays } from '#contract/diary.ts'
import { chinaDay, shiftMonth, startOfMonth } from '#contract/time.ts'
import type { UserContext } from '#server/platform/context.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { DIARY, DRAFT, LISTED, UNSEALED } from '#server/platform/db/states.ts'
import { cut, pages } from '#server/platform/db/walk.ts'
import { CONTENT, ROW, toRow, type WrittenRow } from './row.ts'

/** The caller's diaries of a month, the newest first; those that are or were sealed stand among them (readings 3). */
export async function diaryList(context: UserContext, { date, ...page }: Parsed<'diaryList'>) {
  const month = { userId: context.caller.userId, ...boundsOf(date) }
  const rows = await written(context.db, month, page)
  const data = rows.map((row) => toRow(context, row))
  return { capsules: { data, current_page: page.page, per_page: page.pageSize } }
}

type Month = { userId: number; from: string; to: string }

const written = pages(
  ({ userId, from, to }: Month, page) => sql<WrittenRow>`
  select ${ROW} from (
    select * from capsules where owner_id = ${userId} and type = ${DIARY} and status <> ${DRAFT} and ${LISTED}
      and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
    order by created_at desc, id desc ${cut(page).limit}
  ) c ${CONTENT} order by c.created_at desc, c.id desc`,
)

/** How many diaries each day of the month has. */
export async function diaryCalendar({ db, caller }: UserContext, { month }: Parsed<'diaryCalendar'>) {
  const bounds = boundsOf(`${month.slice(0, 4)}-${month.slice(4)}`)
  const rows = await daysOf(db, { userId: caller.userId, ...bounds })
  return { calendar: Object.fromEntries(rows.map(({ day, count }) => [day, count])) }
}

const daysOf = prepared(
  ({ userId, from, to }: Month) => sql<{ day: string; count: number }>`
    select to_char(created_at, 'YYYY-MM-DD') as day, count(*)::int as count from capsules
    where owner_id = ${userId} and type = ${DIARY} and status <> ${DRAFT} and ${LISTED}
      and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
    group by day order by day`,
)

/** Writing of this date in earlier years that the caller may read now: diaries, and capsules that were opened. */
export async function diaryThisDay(context: UserContext, { page, pageSize }: Parsed<'diaryThisDay'>) {
  const now = context.now()
  const [first] = await firstYear(context.db, { userId: context.caller.userId })
  const years = first ? Number(chinaDay(now).slice(0, 4)) - first.year : 0
  const days = sameDays(now, years).map(({ years, from, to }) => ({
    years,
    from: from.toISOString(),
    to: to.toISOString(),
  }))
  if (days.length === 0) return { capsules: { data: [], current_page: page, per_page: pageSize } }
  const { rows } = await sql<WrittenRow & { years: number }>`
    select c.years, ${ROW} from (
      select w.*, d.years
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (years int, "from" timestamptz, "to" timestamptz)
      cross join lateral (
        select * from capsules where owner_id = ${context.caller.userId} and status = ${UNSEALED} and ${LISTED}
          and coalesce(sealed_at, created_at) >= d."from" and coalesce(sealed_at, created_at) < d."to"
        order by coalesce(sealed_at, created_at) desc, id desc limit ${page * pageSize}
      ) w
      order by d.years, coalesce(w.sealed_at, w.created_at) desc, w.id desc limit ${pageSize} offset ${(page - 1) * pageSize}
    ) c ${CONTENT} order by c.years, coalesce(c.sealed_at, c.created_at) desc, c.id desc`.execute(context.db)
  const data = rows.map((row) => Object.assign(toRow(context, row), { years: row.years }))
  return { capsules: { data, current_page: page, per_page: pageSize } }
}

/** The year of the first thing that somebody wrote: with diaries from elsewhere it may be long before there was this product. */
const firstYear = prepared(
  ({ userId }: { userId: number }) => sql<{ year: number }>`
    select extract(year from coalesce(sealed_at, created_at))::int as year from capsules
    where owner_id = ${userId} and status = ${UNSEALED} order by coalesce(sealed_at, created_at), id limit 1`,
)

const boundsOf = (month: string) => ({
  from: startOfMonth(month).toISOString(),
  to: startOfMonth(shiftMonth(month, 1)).toISOString(),
})
