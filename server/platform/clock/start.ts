import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '#server/platform/config.ts'
import { databaseIdentity, timelineOf } from '#server/platform/db/databaseIdentity.ts'
import type { Db } from '#server/platform/db/db.ts'
import {
  type ClockRow,
  HOUR,
  holdBySource,
  holdSending,
  holdsOf,
  JUMP,
  JUMP_MS,
  MOMENT,
  PAUSE,
  ROW,
  release,
  SOURCE_WAIT,
  waitForSource,
} from './clockRow.ts'
import { databaseNow, isApart } from './databaseNow.ts'
import { noteMoved } from './losses.ts'
import { type SourceAnswer, secondSource } from './secondSource.ts'
import { pullBack } from './waits.ts'
import type { Moment, Witness } from './witness.ts'

/** How long a process that finds another timeline at its start waits for a running one to say that it saw the failover. */
const DOUBT_MS = 10_000
/** The looks of a process are deleted once the last one is this old. */
const LOOKS_DAYS = 60

export type ClockParts = { db: Db; config: Config; log: FastifyBaseLogger; media: { witness: Witness } }
/** How a process found the database when it began, in its clock's milliseconds. `owes`: a source of time is still to answer. */
export type Start = ClockRow & Moment & { began: number; name: string; timeline: number | null; owes: boolean }

const START = sql`${MOMENT}, name, timeline, extract(epoch from clock_timestamp())::float8 * 1000 as began`

/** Judges the last moment and the place, each for itself; the first start of a database only writes them down. */
export async function begin({ db, config, log }: ClockParts): Promise<Start> {
  const place = await databaseIdentity(config, db)
  const timeline = (await timelineOf(config, db)) ?? null
  await sql`insert into clock (last_at, place) values (now(), ${place}) on conflict do nothing`.execute(db)
  await sql`delete from clock_looks where at < now() - make_interval(days => ${LOOKS_DAYS})`.execute(db)
  await noteMoved(db, place)
  const { rows } = await sql<Start>`
    update clock set place = ${place}, restored = restored or place <> ${place},
      timeline = case when timeline is null or place <> ${place} then ${timeline}::bigint else timeline end,
      held = ${nowHeld}, held_at = case when held is null then now() else held_at end,
      opens_at = ${opensAt}, erases_at = ${erasesAt}
    returning ${ROW}, ${START}`.execute(db)
  const found = rows[0]!
  const { row, isOwed } = await askSource({ db, config }, found)
  const owes = isOwed && found.began - found.at > JUMP_MS
  const start = { ...found, ...(owes ? await waitForSource(db) : row), owes }
  const held = holdsOf(start)
  if (!start.held) await pullBack(db)
  if (held.length > 0)
    log.error({ held }, 'opening and sending are held: check the clock, then `npm run clock -- confirm`')
  return start
}

/**
 * A source elsewhere holds what it does not agree with, and releases what else was held for the time's sake; what a running
 * process saw jump is released by none but the source that an operator has named. `isOwed`: there is one, and it is away.
 */
export async function askSource(
  { db, config }: Pick<ClockParts, 'db' | 'config'>,
  row: ClockRow,
): Promise<{ row: ClockRow; isOwed: boolean }> {
  const database = { now: () => databaseNow(db), isApart: () => isApart(db) }
  const said = (await secondSource(config, database)) ?? wordOfDeveloper(config)
  const isOwed = said?.says === 'silent'
  if (said?.says === 'differs') return { row: await holdBySource(db), isOwed }
  const waits = row.held === 'jump' ? said?.isNamed : row.held || row.unconfirmed
  const releases = said?.says === 'agrees' && waits
  return { row: releases ? await release(db, { restored: false }) : row, isOwed }
}

/** A developer's day off, alone on this machine, is no pause: without a source the clock is taken as it is. */
const wordOfDeveloper = ({ development, loopback }: Config): SourceAnswer | undefined =>
  development && loopback ? { says: 'agrees', isNamed: false } : undefined

/** Like `begin`, while the database takes no writes: judged again, and written down, as soon as it does. */
export async function readStart({ db, config }: ClockParts): Promise<Start> {
  const place = await databaseIdentity(config, db)
  const { rows } = await sql<Start>`
    select ${nowHeld} as held, restored or place <> ${place} as restored, erases_at is null as unconfirmed, ${START}
    from clock`.execute(db)
  return { ...rows[0]!, owes: false }
}

/** Another timeline than the one written down: a failover that nobody here saw, or a restore. */
export type Doubt = { timeline: number; releases: number; at: number; until: number }

export async function doubtOf({ db, config }: ClockParts, start: Start, now: number): Promise<Doubt | undefined> {
  const timeline = start.timeline === null || start.restored ? undefined : await timelineOf(config, db)
  if (timeline === undefined || timeline === start.timeline) return undefined
  return { timeline, releases: start.releases, at: start.at, until: now + DOUBT_MS }
}

/** Keeps the doubt until a running process vouches for the timeline, or somebody releases it; then sending is held. */
export async function lookAgain(db: Db, doubt: Doubt, now: number): Promise<Doubt | undefined> {
  const { rows } = await sql<{ vouched: boolean }>`
    select restored or timeline = ${doubt.timeline} or releases > ${doubt.releases} as vouched from clock`.execute(db)
  if (rows[0]!.vouched) return undefined
  if (now < doubt.until) return doubt
  await holdSending(db, doubt.at)
  return undefined
}

/** Up to this length a pause waits only an hour. */
const LONG_PAUSE = sql`interval '30 days'`
const isPausedFor = (interval: typeof PAUSE) => sql`now() - last_at > ${interval}`

/** Another process waits for a source during these minutes: our asking must not end its wait. */
const isWaiting = sql`(held = 'pause' and held_at - last_at <= ${PAUSE} and ${isPausedFor(JUMP)}
  and opens_at between now() and now() + ${SOURCE_WAIT})`

/** After a long standstill, or when it is earlier than the last moment. A pause that was none by a clock set since is over. */
const nowHeld = sql<ClockRow['held']>`case when held in ('jump', 'source') then held
  when last_at - now() > ${JUMP} then 'jump' when ${isPausedFor(PAUSE)} or ${isWaiting} then 'pause' end`

const isCounting = sql`exists (select from clock_looks where at between now() - ${JUMP} and now() + ${JUMP})`
/** The time of a pause goes on where a process that ran a moment ago has counted it; else it begins anew. */
const opensAt = sql`case when ${isPausedFor(LONG_PAUSE)} then null
  when ${isWaiting} or held = 'pause' and (opens_at is null or ${isCounting}) then opens_at
  when ${isPausedFor(PAUSE)} then now() + ${HOUR} end`

/**
 * While a pause is held its last moment stands; once it is over, that says nothing of a clock that was ahead all along. A pause
 * of less than a day that waited for a source leaves `erases_at` as it was.
 */
const erasesAt = sql`case when ${isPausedFor(PAUSE)} then null
  when held = 'pause' and held_at - last_at > ${PAUSE} then now() + ${HOUR}
  when erases_at is null then null
  when ${isPausedFor(JUMP)} then now() + ${HOUR} else least(erases_at, now() + ${HOUR}) end`
