import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { lossIf, lossReleased, lossSince } from './losses.ts'
import { pullBack } from './waits.ts'

export type Held = 'jump' | 'pause' | 'source' | 'restored'

type TimeHeld = Exclude<Held, 'restored'>
/** The holds, as the database keeps them. `unconfirmed`: nothing is erased before somebody has confirmed the time. */
export type ClockRow = { held: TimeHeld | null; restored: boolean; unconfirmed: boolean }
export const ROW = sql`held, restored, erases_at is null as unconfirmed`

/** How long a start after a pause waits before it erases, and before it opens what fell due in a long pause. */
export const HOUR = sql`interval '1 hour'`
/** How long what fell due in a shorter pause waits for a source that is away. */
export const SOURCE_WAIT = sql`interval '5 minutes'`
/** How far the clock may leave the monotonic one while a process runs. */
export const JUMP_MS = 5 * 60_000
export const JUMP = sql`make_interval(secs => ${JUMP_MS / 1000})`
/** How long everything may have stood still before what fell due meanwhile waits. */
export const PAUSE = sql`interval '1 day'`

/** All holds, a restored backup first: while that one holds, nothing at all is sent. */
export const holdsOf = (row: ClockRow): Held[] => [
  ...(row.restored ? ['restored' as const] : []),
  ...(row.held ? [row.held] : []),
]

/** Releases the holds by an operator's word, or by a second source of time, which knows nothing of backups. */
export async function release(db: Db, { restored = true } = {}): Promise<ClockRow> {
  // Before anything is claimed again.
  await pullBack(db)
  const erases = restored ? sql`now()` : sql`least(coalesce(erases_at, now() + ${HOUR}), now() + ${HOUR})`
  const { rows } = await sql<ClockRow>`
    with ${lossReleased(restored)}
    update clock set held = null, released_at = now(), last_at = now(), releases = releases + 1, opens_at = null,
      erases_at = ${erases}, restored = restored and not ${restored}::boolean
    returning ${ROW}`.execute(db)
  return rows[0]!
}

/** Before the server starts on a backup that was put back in its very place; `from`: what the database last knew, in ms. */
export async function holdSending(db: Db, from?: number): Promise<void> {
  await sql`with lost as (${lossSince(from)}) update clock set restored = true`.execute(db)
}

/** A source elsewhere says another time: nothing is opened until it agrees, or somebody has looked. */
export async function holdBySource(db: Db): Promise<ClockRow> {
  const { rows } = await sql<ClockRow>`
    update clock set held = case when held = 'jump' then held else 'source' end,
      held_at = case when held is null then now() else held_at end
    returning ${ROW}`.execute(db)
  return rows[0]!
}

/** A source that is away at a start is waited for: a pause for a few minutes, unless one is held for longer already. */
export async function waitForSource(db: Db): Promise<ClockRow> {
  const { rows } = await sql<ClockRow>`
    update clock set held = coalesce(held, 'pause'), held_at = case when held is null then now() else held_at end,
      opens_at = case when held is null then least(opens_at, now() + ${SOURCE_WAIT}) else opens_at end
    returning ${ROW}`.execute(db)
  return rows[0]!
}

/**
 * Up to when what is due may be opened: now; after a long pause that is held, the last moment before it; -infinity while
 * nothing may be. `latest`: how far the database's clock can have come by now.
 */
export const dueBy = (latest: string): RawBuilder<string> =>
  sql<string>`(select case when now() > ${latest}::timestamptz then '-infinity'::timestamptz when held is null then now()
    when held = 'pause' then least(last_at, now()) else '-infinity'::timestamptz end from clock)`

/** A moment that is written now can be counted from: nothing is held, and nobody is still to confirm a pause. */
export const isRight = (latest: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select held is null and erases_at is not null
    and now() between last_at - ${JUMP} and ${latest}::timestamptz from clock), false)`

/** In how many minutes a held pause is over by itself, also by a wrong clock. Null where none is held. */
export const OPENS_IN_MINUTES = sql<
  number | null
>`(select ceil(extract(epoch from opens_at - now()) / 60)::int from clock
  where held = 'pause' and opens_at > now())`

/** Nothing is held, and the time to wait after a pause is over. */
export const ERASES = sql<boolean>`coalesce((select held is null and not restored and erases_at <= now() from clock), false)`

/** The database still has what this process wrote there last. */
export const knows = (process: string, written: string | undefined): RawBuilder<unknown> =>
  written === undefined
    ? sql`true`
    : sql`exists (select from clock_looks where process = ${process} and at >= ${written}::timestamptz)`

type Look = {
  process: string
  written: string | undefined
  timeline: number | undefined
  jumpedSince: Date | undefined
}

/**
 * A moment is written down only while it is trusted. A jump since `jumpedSince` is held, unless somebody has confirmed the
 * time after that already; in a pause that is held the hour begins anew with it – or it is over, where the clock was set right –,
 * and without one it is over after the hour. Erasing never waits longer than an hour for what a clock ahead has written.
 * A database that does not know what this process wrote last is held as restored; a timeline that was raised while it does,
 * by a failover that lost nothing.
 */
export async function writeDown(
  db: Db,
  { process, written, timeline, jumpedSince }: Look,
): Promise<ClockRow & { written: string }> {
  const since = jumpedSince?.toISOString() ?? null
  const jumped = sql`${since}::timestamptz is not null`
  const isSetRight = sql`(held = 'pause' and ${jumped} and now() - last_at between -${JUMP} and ${PAUSE})`
  const isOver = sql`(held = 'pause' and not ${jumped} and opens_at <= now() or ${isSetRight})`
  const { rows } = await sql<ClockRow & { written: string }>`
    with mine as (
      insert into clock_looks as l (process, at) values (${process}, clock_timestamp())
      on conflict (process) do update set at = greatest(l.at, clock_timestamp())
      returning at::text),
    lost as (${lossIf(sql`not ${knows(process, written)}`, written)})
    update clock set
      held = case when ${unheldJump(since)} then 'jump' when ${isOver} then null else held end,
      held_at = case when ${unheldJump(since)} then now() else held_at end,
      opens_at = case when ${isSetRight} then null
        when held = 'pause' and ${jumped} and opens_at is not null then now() + ${HOUR} else opens_at end,
      erases_at = case when ${isSetRight} and held_at - last_at > ${PAUSE} then now() + ${HOUR}
        when erases_at is not null then least(erases_at, now() + ${HOUR}) end,
      last_at = case when ${isOver} or held is null and not ${jumped} then greatest(last_at, clock_timestamp())
        else last_at end,
      restored = restored or not ${knows(process, written)},
      timeline = coalesce(${timeline ?? null}::bigint, timeline)
    returning ${ROW}, (select at from mine) as written`.execute(db)
  return rows[0]!
}

/** In a held pause only a jump to before the last moment: what was due by that moment need not be due now. */
const unheldJump = (since: string | null) =>
  sql`(held is null or held = 'pause' and last_at - now() > ${JUMP}) and ${since}::timestamptz is not null
    and (released_at is null or released_at < ${since}::timestamptz)`

export const MOMENT = sql`extract(epoch from last_at)::float8 * 1000 as at, releases`
