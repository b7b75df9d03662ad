import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Db, UserContext } from '#server/context.ts'
import { moment } from '#server/db/moment.ts'
import { prepared } from '#server/db/prepared.ts'
import { SEALED } from '#server/db/states.ts'
import { type CardRow, cardColumns, toCard } from './card.ts'

const APPROVED = sql.lit(STATUS.approved)
/** Of a capsules row: sealed, and to be opened for no other reason than that its day has come. */
const DUE = sql`status in ${SEALED} and open_time <= now()`
const GRANTED = sql`status = ${APPROVED} and open_time > now()`
const WAITING = sql`status in ${SEALED} and status <> ${APPROVED} and open_time > now()`

/**
 * The caller's sealed capsules: what is due first, then what may be opened early, then what comes next. Each part is read
 * in the order of its index, no further than the page reaches.
 */
export async function myClosedCapsules(context: UserContext, { page, pageSize }: Parsed<'myClosedCapsules'>) {
  const { db, caller } = context
  const { userId } = caller
  const isFirst = page === 1 && pageSize === PAGE_SIZE
  const rows = isFirst ? await firstPage(db, { userId }) : await laterPage(db, { userId, page, pageSize })
  return { capsules: { data: rows.map(toCard), current_page: page, per_page: pageSize } }
}

/** The one nearly everybody asks for; its size stands in the text, so that the planner knows how few rows are wanted. */
const firstPage = prepared(({ userId }: { userId: number }) =>
  closedOf(userId, { reach: sql.lit(PAGE_SIZE), end: sql`limit ${sql.lit(PAGE_SIZE)}` }),
)

type Wanted = { userId: number; page: number; pageSize: number }

async function laterPage(db: Db, { userId, page, pageSize }: Wanted): Promise<CardRow[]> {
  const reach = page * pageSize
  const end = sql`limit ${pageSize} offset ${reach - pageSize}`
  return (await closedOf(userId, { reach: sql`${reach}`, end }).execute(db)).rows
}

type Reach = { reach: RawBuilder<unknown>; end: RawBuilder<unknown> }

const closedOf = (userId: number, { reach, end }: Reach): RawBuilder<CardRow> => sql<CardRow>`
  select ${cardColumns} from (
    ${part({ userId, rank: 1, which: DUE, reach })} union all ${part({ userId, rank: 2, which: GRANTED, reach })}
    union all ${part({ userId, rank: 3, which: WAITING, reach })}
    order by rank, open_time, id ${end}
  ) chosen join capsules c on c.id = chosen.id
  order by chosen.rank, c.open_time, c.id`

type Part = { userId: number; rank: number; which: RawBuilder<unknown>; reach: RawBuilder<unknown> }

const part = ({ userId, rank, which, reach }: Part) => sql`(
  select ${sql.lit(rank)} as rank, open_time, id from capsules where owner_id = ${userId} and ${which}
  order by open_time, id limit ${reach})`

type Next = { id: number; long_tag: string; open_time: string }
type Summary = { due: number; due_id: number | null; sealed: number; next: Next | null; last: string | null }

/** What of the caller's can be opened now, what opens next, and how far away the last one is. */
export async function closedSummary({ db, caller }: UserContext) {
  const mine = sql`from capsules where owner_id = ${caller.userId}`
  const { rows } = await sql<Summary>`
    select
      (select count(*) ${mine} and ${DUE}) + (select count(*) ${mine} and ${GRANTED}) as due,
      (select id from (
        (select 1 as rank, id ${mine} and ${DUE} order by open_time, id limit 1) union all
        (select 2, id ${mine} and ${GRANTED} order by open_time, id limit 1) order by rank limit 1) first) as due_id,
      (select count(*) ${mine} and status in ${SEALED}) as sealed,
      (select json_build_object('id', id, 'long_tag', long_tag, 'open_time', open_time::text)
        ${mine} and ${WAITING} order by open_time, id limit 1) as next,
      (select max(open_time)::text ${mine} and status in ${SEALED} and open_time > now()) as last`.execute(db)
  const { due, due_id, sealed, next, last } = rows[0]!
  return {
    due,
    due_id: due_id === null ? '' : String(due_id),
    sealed,
    next: next && { id: String(next.id), long_tag: next.long_tag, open_time: moment(next.open_time) },
    last_time: moment(last),
  }
}
