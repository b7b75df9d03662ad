import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { shownTitle } from '#contract/seal.ts'
import { dueBy } from '#server/platform/clock/clockRow.ts'
import type { UserContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { SEALED } from '#server/platform/db/states.ts'
import { cut, endOf, keyOf, pageOf, pages } from '#server/platform/db/walk.ts'
import { type CardRow, cardColumns, toCard } from './card.ts'
import { isHeld, isTimeHeld } from './mayOpen.ts'

const APPROVED = sql.lit(STATUS.approved)
/** Of a capsules row: sealed, and to be opened for no other reason than that its day has come. */
const DUE = sql`status in ${SEALED} and open_time <= now()`
const GRANTED = sql`status = ${APPROVED} and open_time > now()`
const TRUSTED = sql<string>`(select at from clock_due)`
const WAITING = sql`status in ${SEALED} and status <> ${APPROVED} and open_time > now()`

const PARTS = [
  { rank: 1, which: DUE },
  { rank: 2, which: GRANTED },
  { rank: 3, which: WAITING },
]

/**
 * The caller's sealed capsules: what is due first, then what may be opened early, then what comes next. Each part is read
 * in the order of its index, no further than the page reaches.
 */
export async function myClosedCapsules({ db, caller, clock }: UserContext, page: Parsed<'myClosedCapsules'>) {
  const rows = await closed(db, { userId: caller.userId, latest: clock.latest() }, page)
  const end = endOf(rows, page, ({ open_time, id }) => [open_time!, id])
  const next = end && `${end}_${rows.at(-1)!.rank}`
  return { capsules: pageOf(rows.map(toOwnCard), page, next) }
}

type ClosedRow = CardRow & { rank: number; held: boolean }
const toOwnCard = (row: ClosedRow) => (row.held ? Object.assign(toCard(row), { held: 1 as const }) : toCard(row))

type ClosedQuery = { userId: number; latest: string }
const closed = pages(({ userId, latest }: ClosedQuery, walk): RawBuilder<ClosedRow> => {
  const { after } = walk
  const { reach, limit } = cut(walk)
  const from = after === undefined ? 1 : Number(after.at(-1))
  const parts = PARTS.filter(({ rank }) => rank >= from).map(({ rank, which }) => {
    const beyond = after !== undefined && rank === from ? sql`and (open_time, id) > ${keyOf(after)}` : sql``
    return sql`(select ${sql.lit(rank)} as rank, ${isHeld(dueBy(latest))} as held, ${cardColumns} from capsules c where owner_id = ${userId} and ${which} ${beyond}
      order by open_time, id limit ${reach})`
  })
  return sql`select * from (${sql.join(parts, sql` union all `)}) parts order by rank, open_time, id ${limit}`
})

type Next = { id: number; long_tag: string; open_time: string }
type Summary = {
  due: number
  due_id: number | null
  sealed: number
  next: Next | null
  last: string | null
  held: boolean
}

/** The caller's capsules that can be opened now, the one that opens next, and how far away the last one is. */
export async function closedSummary({ db, caller, clock }: UserContext) {
  const mine = sql`from capsules where owner_id = ${caller.userId}`
  const come = sql`${DUE} and open_time <= ${TRUSTED}`
  // Its day may have come in a pause that is held.
  const granted = sql`status = ${APPROVED} and open_time > ${TRUSTED} and ${TRUSTED} > '-infinity'`
  const { rows } = await sql<Summary>`
    with clock_due as (select ${clock.due()} as at)
    select
      (select count(*) ${mine} and ${come}) + (select count(*) ${mine} and ${granted}) as due,
      (select id from (
        (select 1 as rank, id ${mine} and ${come} order by open_time, id limit 1) union all
        (select 2, id ${mine} and ${granted} order by open_time, id limit 1) order by rank limit 1) first) as due_id,
      (select count(*) ${mine} and status in ${SEALED}) as sealed,
      (select json_build_object('id', id, 'long_tag', long_tag, 'open_time', open_time::text)
        ${mine} and ${WAITING} order by open_time, id limit 1) as next,
      (select max(open_time)::text ${mine} and status in ${SEALED} and open_time > now()) as last,
      ${isTimeHeld(TRUSTED)} as held`.execute(db)
  const { due, due_id, sealed, next, last, held } = rows[0]!
  return {
    due,
    due_id: due_id === null ? '' : String(due_id),
    sealed,
    next: next && { id: String(next.id), long_tag: shownTitle(next.long_tag), open_time: moment(next.open_time) },
    last_time: moment(last),
    ...(held && { held: 1 as const }),
  }
}
