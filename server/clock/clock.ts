import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { timelineOf } from '#server/db/place.ts'
import { type Held, heldOf, holdSending, knows, MOMENT, type Row, release, writeDown } from './kept.ts'
import { secondSource } from './secondSource.ts'
import { begin, doubtOf, JUMP_MS, lookAgain, type Needed, readStart } from './start.ts'
import { keepMoment, type Moment, readWitness, wentBack } from './witness.ts'

/** Two clocks that are both right may leave each other by so much of the time that passes. */
const DRIFT = 0.001
/** An answer that took longer says nothing of when it was given. */
const SLOW_LOOK_MS = 10_000
export type Clock = {
  /**
   * SQL that is true while time can be trusted: the database's now is not later than this process counted since it last
   * looked, and nobody holds it. Stands in every statement that opens a capsule.
   */
  sound: () => RawBuilder<boolean>
  /** For `soundUntil`, in a statement that is made once: how far the database's clock can have come by now. */
  latest: () => string
  /** The same for sending, which a restored backup holds too: it does not know what went out since. */
  sends: () => RawBuilder<boolean>
  /** Looks at the database's clock: writes the moment down, or holds opening and sending after a jump. */
  look: () => Promise<void>
  /** Writes the last moment down outside the database, unless what lies there tells that this one went back. */
  keepWitness: () => Promise<void>
  /** Why nothing is opened or sent for now. */
  held: () => Held | undefined
}

type Steady = { now: () => number }
/** `readsOnly`: nothing can be written down yet. */
type Beginning = Needed & { readsOnly?: boolean }
/** Compares the database's clock with the last moment it knows of, and from then on with the monotonic one. */
export async function makeClock(beginning: Beginning, steady: Steady = performance): Promise<Clock> {
  const { db, config, log, media, readsOnly = false } = beginning
  const process = randomUUID()
  let begun = !readsOnly
  let start = await (begun ? begin : readStart)(beginning)
  let held = heldOf(start)
  let doubt = await doubtOf(beginning, start, steady.now())
  /** What this process wrote last: the database must not know less. */
  let written: string | undefined
  let isWitnessed = await holdIfWitnessed()
  let seen: Seen = { at: await databaseNow(db), steady: steady.now() }
  const counted = (moment: number): number => seen.at + (moment - seen.steady)
  const latest = (): string => new Date(counted(steady.now()) + JUMP_MS).toISOString()

  async function look(): Promise<void> {
    if (!begun) await beginNow()
    const asked = steady.now()
    const now = await databaseNow(db)
    const answered = steady.now()
    // Who was kept waiting cannot say when that moment was; the next look will.
    if (answered - asked > SLOW_LOOK_MS) return
    const { byMs, jumped, next } = compare(seen, { at: now, steady: answered })
    if (jumped) log.error({ byMs }, 'the clock has jumped')
    if (doubt) doubt = await lookAgain(db, doubt, answered)
    const timeline = doubt || start.timeline === null ? undefined : await timelineOf(config, db)
    const row = await writeDown(db, { process, written, timeline, jumpedSince: jumped ? new Date(seen.at) : undefined })
    if (row.restored && held !== 'restored')
      log.error({ written }, 'sending is held as after a restore: look, then `npm run clock -- confirm`')
    held = heldOf(row)
    written = row.written
    // Not before it is written down, so that nothing opens meanwhile.
    seen = next
    const isTime = held === 'jump' || held === 'pause'
    if (isTime && (await secondSource(config.timeSource, now))) held = await release(db, { restored: false })
  }

  async function beginNow(): Promise<void> {
    start = await begin(beginning)
    begun = true
    held = heldOf(start)
    doubt = await doubtOf(beginning, start, steady.now())
    isWitnessed = await holdIfWitnessed()
  }

  /** Whether the witness could be asked; a start waits for it no longer than the store's own time. */
  async function holdIfWitnessed(): Promise<boolean> {
    try {
      const witnessed = await readWitness(media.witness, start.name)
      if (!witnessed || !wentBack(start, start.began, witnessed)) return true
      log.error({ start: start.at, witnessed: witnessed.at }, 'the database knows less than the media store')
      if (begun) await holdSending(db)
      held ??= 'restored'
      return true
    } catch (err) {
      log.warn({ err }, 'the media store did not say what the database last knew: asked again in a minute')
      return false
    }
  }

  async function keepWitness(): Promise<void> {
    if (!begun) return
    if (!isWitnessed) isWitnessed = await holdIfWitnessed()
    if (!isWitnessed || doubt) return
    const { rows } = await sql<Row & Moment>`select held, restored, ${MOMENT} from clock`.execute(db)
    if (heldOf(rows[0])) return
    await keepMoment(media.witness, start.name, rows[0]!)
  }

  return {
    sound: () => soundUntil(latest()),
    latest,
    sends: () =>
      doubt
        ? sql<boolean>`false`
        : sql<boolean>`(now() <= ${latest()}::timestamptz and (select held is null and not restored from clock)
            and ${knows(process, written)})`,
    look,
    keepWitness,
    held: () => held,
  }
}

/** What `sound` says, of a moment that `latest` gives. */
export const soundUntil = (latest: string): RawBuilder<boolean> =>
  sql<boolean>`(now() <= ${latest}::timestamptz and (select held is null from clock))`

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

async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db)
  return rows[0]!.now
}
