import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { shownTitle } from '#contract/seal.ts'
import { boundsOfYear, type YearReview } from '#contract/year.ts'
import { isMine, isMineOpen, WRITTEN_AT } from '#server/capsules/capsule/mine.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { DIARY, DRAFT, SEALED } from '#server/platform/db/states.ts'

type Year = { userId: number; from: string; to: string }
type Month = { month: number; days: number; diaries: number; first_day: string }
type Capsules = { sealed: number; sent: number; waiting: number; opened: number }
type Longest = { id: number; long_tag: string; sealed_at: string; open_at: string; days: number }

/** A person's year in numbers, counted of their own rows by index; nothing they wrote is opened for it. */
export async function yearReview({ db, caller }: UserContext, { year }: Parsed<'yearReview'>): Promise<YearReview> {
  const { from, to } = boundsOfYear(year)
  const asked = { userId: caller.userId, from: from.toISOString(), to: to.toISOString() }
  const months = await monthsOf(db, asked)
  const capsules = await capsulesOf(db, asked)
  const longest = await longestOf(db, asked)
  return {
    days: months.reduce((sum, { days }) => sum + days, 0),
    diaries: months.reduce((sum, { diaries }) => sum + diaries, 0),
    months: Array.from({ length: 12 }, (_, at) => months.find(({ month }) => month === at + 1)?.diaries ?? 0),
    first_day: months[0]?.first_day ?? '',
    ...capsules,
    longest: longest ?? null,
  }
}

/** As the diary lists have them: those that are or were sealed among them. The session's zone is China time. */
async function monthsOf(db: Db, { userId, from, to }: Year): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select extract(month from c.created_at)::int as month, count(*)::int as diaries,
      count(distinct c.created_at::date)::int as days, min(c.created_at)::date::text as first_day
    from capsules c
    where ${isMine(userId)} and c.type = ${DIARY} and c.status <> ${DRAFT}
      and c.created_at >= ${from}::timestamptz and c.created_at < ${to}::timestamptz
    group by month order by month`.execute(db)
  return rows
}

async function capsulesOf(db: Db, { userId, from, to }: Year): Promise<Capsules> {
  const { rows } = await sql<Capsules & { open: number }>`
    select
      (select count(*) from capsules c where ${isMineOpen(userId)} and c.sealed_at is not null
        and ${WRITTEN_AT} >= ${from}::timestamptz and ${WRITTEN_AT} < ${to}::timestamptz)::int as open,
      (select count(*) from capsules c where ${isMine(userId)} and c.status in ${SEALED}
        and c.sealed_at >= ${from}::timestamptz and c.sealed_at < ${to}::timestamptz)::int as waiting,
      (select count(*) from capsules c where ${isMine(userId)} and c.sealed_at >= ${from}::timestamptz and c.sealed_at < ${to}::timestamptz
        and exists (select from receivers r where r.capsule_id = c.id))::int as sent,
      (select count(*) from capsules c where ${isMineOpen(userId)} and c.sealed_at is not null
        and c.open_at >= ${from}::timestamptz and c.open_at < ${to}::timestamptz)::int as opened`.execute(db)
  const { open, sent, waiting, opened } = rows[0]!
  return { sealed: open + waiting, sent, waiting, opened }
}

/** Of those opened in that year, the one that was sealed for the longest. */
async function longestOf(db: Db, { userId, from, to }: Year) {
  const { rows } = await sql<Longest>`
    select c.id, c.long_tag, c.sealed_at, c.open_at, (c.open_at::date - c.sealed_at::date) as days
    from capsules c
    where ${isMineOpen(userId)} and c.sealed_at is not null
      and c.open_at >= ${from}::timestamptz and c.open_at < ${to}::timestamptz
    order by c.open_at - c.sealed_at desc, c.id limit 1`.execute(db)
  return rows.map(({ id, long_tag, sealed_at, open_at, days }) => ({
    id: String(id),
    long_tag: shownTitle(long_tag),
    sealed_at: moment(sealed_at),
    open_at: moment(open_at),
    days,
  }))[0]
}
