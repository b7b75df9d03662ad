import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db, Services } from '#server/context.ts'
import { placeOf } from './place.ts'
import { secondSource } from './secondSource.ts'

/** How far the clock may leave the monotonic one while a process runs (security.md). */
const JUMP_MS = 5 * 60_000
/** How long everything may have stood still before somebody has to say that the clock is right. */
const PAUSE_MS = 30 * 86_400_000

export type Held = 'jump' | 'pause' | 'restored'

export type Clock = {
  /**
   * SQL that is true while time can be trusted: the database's now is not later than this process counted since it last
   * looked, and nobody holds it. Stands in every statement that opens a capsule.
   */
  sound: () => RawBuilder<boolean>
  /** The same for sending, which a restored backup holds too: it does not know what went out since. */
  sends: () => RawBuilder<boolean>
  /** Looks at the database's clock: writes the moment down, or holds opening and sending after a jump. */
  look: () => Promise<void>
  /** Why nothing is opened or sent for now. */
  held: () => Held | undefined
}

type Steady = { now: () => number }
type Needed = { db: Db; config: Config; log: Services['log'] }
type Row = { held: Held | null; now_ms: number; last_ms: number; place: string }

/** Compares the database's clock with the last moment it knows of, and from then on with the monotonic one. */
export async function makeClock({ db, config, log }: Needed, steady: Steady = performance): Promise<Clock> {
  let held = await start({ db, config, log })
  let seen = { at: await databaseNow(db), steady: steady.now() }
  const counted = (): number => seen.at + (steady.now() - seen.steady)
  const latest = (): string => new Date(counted() + JUMP_MS).toISOString()
  const notHeld = (kinds: readonly Held[]) =>
    sql<boolean>`not exists (select from clock where held in (${sql.join(kinds)}))`

  async function look(): Promise<void> {
    const now = await databaseNow(db)
    const byMs = Math.round(now - counted())
    const jumped = Math.abs(byMs) > JUMP_MS
    // From here on it is compared with what it says now, so that one jump is held once.
    if (jumped) seen = { at: now, steady: steady.now() }
    if (jumped && held === undefined) log.error({ byMs }, 'the clock has jumped')
    held = await writeDown(db, jumped)
    if (held && held !== 'restored' && (await secondSource(config.timeSource, now))) held = await release(db)
  }

  return {
    sound: () => sql<boolean>`(now() <= ${latest()}::timestamptz and ${notHeld(['jump', 'pause'])})`,
    sends: () => sql<boolean>`(now() <= ${latest()}::timestamptz and ${notHeld(['jump', 'pause', 'restored'])})`,
    look,
    held: () => held,
  }
}

/** By an operator's word, or a second source of time. What is held no more. */
export async function release(db: Db): Promise<undefined> {
  await sql`update clock set held = null, released_at = now(), last_at = now()`.execute(db)
}

/** Before the server starts on a backup that was put back in its very place. */
export async function hold(db: Db, why: Held): Promise<void> {
  await sql`update clock set held = ${why}, held_at = now()`.execute(db)
}

async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db)
  return rows[0]!.now
}

/** A moment is written down only while it is trusted. */
async function writeDown(db: Db, jumped: boolean): Promise<Held | undefined> {
  const { rows } = await sql<{ held: Held | null }>`
    update clock set held = case when held is null and ${jumped} then 'jump' else held end,
      held_at = case when held is null and ${jumped} then now() else held_at end,
      last_at = case when held is null and not ${jumped} then greatest(last_at, clock_timestamp()) else last_at end
    returning held`.execute(db)
  return rows[0]?.held ?? undefined
}

/** What the last moment and the place tell; the first start of a database only writes them down. */
async function start({ db, config, log }: Needed): Promise<Held | undefined> {
  const place = await placeOf(config, db)
  await sql`insert into clock (last_at, place) values (now(), ${place}) on conflict do nothing`.execute(db)
  const held = await db.transaction().execute(async (db) => {
    const { rows } = await sql<Row>`
      select held, place, extract(epoch from last_at)::float8 * 1000 as last_ms,
        extract(epoch from now())::float8 * 1000 as now_ms
      from clock for update`.execute(db)
    const row = rows[0]!
    const held = row.held ?? whyHeld(row, place)
    await sql`update clock set place = ${place}, held = ${held ?? null},
      held_at = case when ${held !== undefined && row.held === null} then now() else held_at end`.execute(db)
    return held
  })
  if (held) log.error({ held }, 'opening and sending are held: check the clock, then `npm run clock -- confirm`')
  return held
}

function whyHeld({ place, last_ms, now_ms }: Row, here: string): Held | undefined {
  if (now_ms - last_ms > PAUSE_MS) return 'pause'
  if (last_ms - now_ms > JUMP_MS) return 'jump'
  return place === here ? undefined : 'restored'
}
