import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db, Services } from '#server/context.ts'
import { placeOf } from './place.ts'
import { secondSource } from './secondSource.ts'

/** How far the clock may leave the monotonic one while a process runs (security.md). */
const JUMP_MS = 5 * 60_000
/** How long everything may have stood still before somebody has to say that the clock is right. */
const PAUSE_DAYS = 30
/** Two clocks that are both right may leave each other by so much of the time that passes. */
const DRIFT = 0.001
/** An answer that took longer says nothing of when it was given. */
const SLOW_LOOK_MS = 10_000

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
type Row = { held: TimeHeld | null; restored: boolean }
type TimeHeld = Exclude<Held, 'restored'>

/** Compares the database's clock with the last moment it knows of, and from then on with the monotonic one. */
export async function makeClock({ db, config, log }: Needed, steady: Steady = performance): Promise<Clock> {
  let held = await start({ db, config, log })
  let seen: Seen = { at: await databaseNow(db), steady: steady.now() }
  const counted = (moment: number): number => seen.at + (moment - seen.steady)
  const latest = (): string => new Date(counted(steady.now()) + JUMP_MS).toISOString()

  async function look(): Promise<void> {
    const asked = steady.now()
    const now = await databaseNow(db)
    const answered = steady.now()
    // Who was kept waiting cannot say when that moment was; the next look will.
    if (answered - asked > SLOW_LOOK_MS) return
    const { byMs, jumped, next } = compare(seen, { at: now, steady: answered })
    if (jumped) log.error({ byMs }, 'the clock has jumped')
    held = await writeDown(db, jumped ? new Date(seen.at) : undefined)
    // Not before it is written down, so that nothing opens meanwhile.
    seen = next
    const isTime = held === 'jump' || held === 'pause'
    if (isTime && (await secondSource(config.timeSource, now))) held = await release(db, { restored: false })
  }

  return {
    sound: () => sql<boolean>`(now() <= ${latest()}::timestamptz and (select held is null from clock))`,
    sends: () =>
      sql<boolean>`(now() <= ${latest()}::timestamptz and (select held is null and not restored from clock))`,
    look,
    held: () => held,
  }
}

/** One moment by two clocks: the database's, and this process's monotonic one; in milliseconds. */
export type Seen = { at: number; steady: number }

/** What has become of the clock since: one jump is held once, a drift of two right clocks is followed slowly. */
export function compare(seen: Seen, look: Seen): { byMs: number; jumped: boolean; next: Seen } {
  const passed = look.steady - seen.steady
  const byMs = Math.round(look.at - (seen.at + passed))
  const jumped = Math.abs(byMs) > JUMP_MS
  const most = DRIFT * Math.max(passed, 0)
  const followed = seen.at + passed + Math.min(Math.max(byMs, -most), most)
  return { byMs, jumped, next: { at: jumped ? look.at : followed, steady: look.steady } }
}

/** By an operator's word, or a second source of time, which knows nothing of backups. What is held still. */
export async function release(db: Db, { restored = true } = {}): Promise<Held | undefined> {
  const { rows } = await sql<Row>`
    update clock set held = null, released_at = now(), last_at = now(), restored = restored and not ${restored}::boolean
    returning held, restored`.execute(db)
  return heldOf(rows[0])
}

/** Before the server starts on a backup that was put back in its very place. */
export async function holdSending(db: Db): Promise<void> {
  await sql`update clock set restored = true`.execute(db)
}

const heldOf = (row: Row | undefined): Held | undefined => row?.held ?? (row?.restored ? 'restored' : undefined)

async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db)
  return rows[0]!.now
}

/**
 * A moment is written down only while it is trusted. A jump since `jumpedSince` is held, unless somebody has confirmed the
 * time after that already.
 */
async function writeDown(db: Db, jumpedSince: Date | undefined): Promise<Held | undefined> {
  const since = jumpedSince?.toISOString() ?? null
  const { rows } = await sql<Row>`
    update clock set
      held = case when ${unheldJump(since)} then 'jump' else held end,
      held_at = case when ${unheldJump(since)} then now() else held_at end,
      last_at = case when held is null and ${since}::timestamptz is null then greatest(last_at, clock_timestamp())
        else last_at end
    returning held, restored`.execute(db)
  return heldOf(rows[0])
}

const unheldJump = (since: string | null) =>
  sql`held is null and ${since}::timestamptz is not null
    and (released_at is null or released_at < ${since}::timestamptz)`

/** What the last moment and the place tell, each for itself; the first start of a database only writes them down. */
async function start({ db, config, log }: Needed): Promise<Held | undefined> {
  const place = await placeOf(config, db)
  await sql`insert into clock (last_at, place) values (now(), ${place}) on conflict do nothing`.execute(db)
  const { rows } = await sql<Row>`
    update clock set place = ${place}, restored = restored or place <> ${place},
      held = coalesce(held, ${whyHeld}), held_at = case when held is null then now() else held_at end
    returning held, restored`.execute(db)
  const held = heldOf(rows[0])
  if (held) log.error({ held }, 'opening and sending are held: check the clock, then `npm run clock -- confirm`')
  return held
}

/** After a long standstill, or when it is earlier than the last moment. */
const whyHeld = sql<string | null>`case
  when now() - last_at > ${`${PAUSE_DAYS} days`}::interval then 'pause'
  when last_at - now() > ${`${JUMP_MS} milliseconds`}::interval then 'jump' end`
