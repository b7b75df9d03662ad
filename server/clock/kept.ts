import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/context.ts'

export type Held = 'jump' | 'pause' | 'restored'

type TimeHeld = Exclude<Held, 'restored'>
/** What is held, as the database keeps it. */
export type Row = { held: TimeHeld | null; restored: boolean }

export const heldOf = (row: Row | undefined): Held | undefined => row?.held ?? (row?.restored ? 'restored' : undefined)

/** By an operator's word, or a second source of time, which knows nothing of backups. What is held still. */
export async function release(db: Db, { restored = true } = {}): Promise<Held | undefined> {
  const { rows } = await sql<Row>`
    update clock set held = null, released_at = now(), last_at = now(), releases = releases + 1,
      restored = restored and not ${restored}::boolean
    returning held, restored`.execute(db)
  return heldOf(rows[0])
}

/** Before the server starts on a backup that was put back in its very place. */
export async function holdSending(db: Db): Promise<void> {
  await sql`update clock set restored = true`.execute(db)
}

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
 * time after that already. A database that does not know what this process wrote last is held as restored; a timeline that
 * was raised while it does, by a failover that lost nothing.
 */
export async function writeDown(
  db: Db,
  { process, written, timeline, jumpedSince }: Look,
): Promise<Row & { written: string }> {
  const since = jumpedSince?.toISOString() ?? null
  const { rows } = await sql<Row & { written: string }>`
    with mine as (
      insert into clock_looks as l (process, at) values (${process}, clock_timestamp())
      on conflict (process) do update set at = greatest(l.at, clock_timestamp())
      returning at::text)
    update clock set
      held = case when ${unheldJump(since)} then 'jump' else held end,
      held_at = case when ${unheldJump(since)} then now() else held_at end,
      last_at = case when held is null and ${since}::timestamptz is null then greatest(last_at, clock_timestamp())
        else last_at end,
      restored = restored or not ${knows(process, written)},
      timeline = coalesce(${timeline ?? null}::bigint, timeline)
    returning held, restored, (select at from mine) as written`.execute(db)
  return rows[0]!
}

const unheldJump = (since: string | null) =>
  sql`held is null and ${since}::timestamptz is not null
    and (released_at is null or released_at < ${since}::timestamptz)`

export const MOMENT = sql`extract(epoch from last_at)::float8 * 1000 as at, releases`
