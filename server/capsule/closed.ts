import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import type { UserContext } from '#server/context.ts'
import { SEALED } from '#server/db/states.ts'
import { type CardRow, cardColumns, moment, toCard } from './card.ts'

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
  const reach = page * pageSize
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from (
      ${part(context, { rank: 1, which: DUE, reach })} union all ${part(context, { rank: 2, which: GRANTED, reach })}
      union all ${part(context, { rank: 3, which: WAITING, reach })}
      order by rank, open_time, id limit ${pageSize} offset ${reach - pageSize}
    ) chosen join capsules c on c.id = chosen.id
    order by chosen.rank, c.open_time, c.id`.execute(context.db)
  return { capsules: { data: rows.map(toCard), current_page: page, per_page: pageSize } }
}

type Part = { rank: number; which: RawBuilder<unknown>; reach: number }

const part = ({ caller }: UserContext, { rank, which, reach }: Part) => sql`(
  select ${sql.lit(rank)} as rank, open_time, id from capsules where owner_id = ${caller.userId} and ${which}
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
