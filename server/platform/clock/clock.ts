import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { timelineOf } from '#server/platform/db/databaseIdentity.ts'
import type { Db } from '#server/platform/db/db.ts'
import {
  type ClockRow,
  dueBy,
  ERASES,
  type Held,
  holdSending,
  holdsOf,
  isRight,
  JUMP_MS,
  knows,
  MOMENT,
  ROW,
  writeDown,
} from './clockRow.ts'
import { databaseNow } from './databaseNow.ts'
import { askSource, begin, type ClockParts, doubtOf, lookAgain, readStart } from './start.ts'
import { pullBack } from './waits.ts'
import { keepMoment, type Moment, readWitness, wentBack } from './witness.ts'

/** Two clocks that are both right may drift apart by this share of the time that passes. */
const DRIFT = 0.001
/** An answer that took longer says nothing of when it was given. */
const SLOW_LOOK_MS = 10_000
/** A source of time is asked at most this often while something waits for its answer. */
const ASK_MS = 60_000
/** A source that was away at the start is asked until its first answer, for as long as a network may take to come up. */
const OWED_ASK_MS = 5_000
const OWED_MS = 60 * 60_000

export type Clock = {
  /**
   * SQL for the moment up to which what is due may be opened: every statement that opens a capsule compares its day with it.
   * Now, while time can be trusted; `dueBy` in clockRow.ts says when it is earlier, or -infinity.
   */
  due: () => RawBuilder<string>
  /** For `dueBy`, in a statement that is made once: how far the database's clock can have come by now. */
  latest: () => string
  /** Like `due`, for messages to plan, claim and send: a restored backup holds these too, not knowing which went out since. */
  dueToSend: () => RawBuilder<string>
  /** SQL that is true while a moment that is written now can be counted from afterwards. */
  isRight: () => RawBuilder<boolean>
  /** SQL that is true while what was deleted, or is of no use by its age, may go for good. */
  erases: () => RawBuilder<boolean>
  /** Looks at the database's clock: writes the moment down, or holds opening and sending after a jump. */
  look: () => Promise<void>
  /** Writes the last moment down outside the database, unless what lies there tells that this one went back. */
  keepWitness: () => Promise<void>
  /** Why nothing is opened or sent for now, or in a pause nothing that fell due in it: the first of the reasons. */
  held: () => Held | undefined
  holds: () => Held[]
  /** Nothing is erased before somebody has confirmed the time. */
  unconfirmed: () => boolean
}

type Steady = { now: () => number }
/** `readsOnly`: nothing can be written down yet. */
type Beginning = ClockParts & { readsOnly?: boolean }
/** Compares the database's clock with the last moment it knows of, and from then on with the monotonic one. */
export async function makeClock(beginning: Beginning, steady: Steady = performance): Promise<Clock> {
  const { db, config, log, media, readsOnly = false } = beginning
  const process = randomUUID()
  let begun = !readsOnly
  let start = await (begun ? begin : readStart)(beginning)
  let known: ClockRow = start
  let doubt = await doubtOf(beginning, start, steady.now())
  /** The last moment that this process wrote: the database must not know less. */
  let written: string | undefined
  let isWitnessed = await holdIfWitnessed()
  let seen: Seen = { at: await databaseNow(db), steady: steady.now() }
  const counted = (moment: number): number => seen.at + (moment - seen.steady)
  /** -infinity before this process has begun: a start may yet be held. */
  const latest = (): string => (begun ? new Date(counted(steady.now()) + JUMP_MS).toISOString() : '-infinity')
  let askedAt = steady.now()
  let owedUntil = askedAt + (start.owes ? OWED_MS : 0)

  async function look(): Promise<void> {
    if (!begun) await beginNow()
    const asked = steady.now()
    const now = await databaseNow(db)
    const answered = steady.now()
    // After a slow answer nobody can say when that moment was; the next look will.
    if (answered - asked > SLOW_LOOK_MS) return
    const { byMs, jumped, next } = compare(seen, { at: now, steady: answered })
    if (jumped) log.error({ byMs }, 'the clock has jumped')
    if (doubt) doubt = await lookAgain(db, doubt, answered)
    const timeline = doubt || start.timeline === null ? undefined : await timelineOf(config, db)
    const row = await writeDown(db, { process, written, timeline, jumpedSince: jumped ? new Date(seen.at) : undefined })
    if (row.restored && !known.restored)
      log.error({ written }, 'sending is held as after a restore: look, then `npm run clock -- confirm`')
    written = row.written
    // The hold ended by itself, perhaps because the clock was set right meanwhile.
    if (known.held && !row.held) await pullBack(db)
    // Counts only once it is written down, so that nothing opens meanwhile.
    seen = next
    const found = await askedOf(row, { jumped, at: answered })
    if (found.held === 'source' && known.held !== 'source')
      log.error('another source of time differs by more than five minutes')
    known = found
  }

  /** Asks a second source of time when one is due; answers the row as it is then. */
  async function askedOf(row: ClockRow, { jumped, at }: { jumped: boolean; at: number }): Promise<ClockRow> {
    const isOwed = at < owedUntil
    const waits = isOwed || row.held !== null || row.unconfirmed
    if (!waits || (!jumped && at - askedAt < (isOwed ? OWED_ASK_MS : ASK_MS))) return row
    askedAt = at
    const said = await askSource(beginning, row)
    if (!said.isOwed) owedUntil = at
    return said.row
  }

  async function beginNow(): Promise<void> {
    start = await begin(beginning)
    begun = true
    owedUntil = steady.now() + (start.owes ? OWED_MS : 0)
    known = start
    doubt = await doubtOf(beginning, start, steady.now())
    isWitnessed = await holdIfWitnessed()
  }

  /** Whether the witness could be asked; a start waits for it no longer than the store's own time. */
  async function holdIfWitnessed(): Promise<boolean> {
    try {
      const witnessed = await readWitness(media.witness, start.name)
      if (!witnessed || !wentBack(start, start.began, witnessed)) return true
      log.error({ start: start.at, witnessed: witnessed.at }, 'the database knows less than the media store')
      if (begun) await holdSending(db, start.at)
      known = { ...known, restored: true }
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
    const { rows } = await sql<ClockRow & Moment>`select ${ROW}, ${MOMENT} from clock`.execute(db)
    if (holdsOf(rows[0]!).length > 0) return
    await keepMoment(media.witness, start.name, rows[0]!)
  }

  return {
    due: () => dueBy(latest()),
    latest,
    dueToSend: () =>
      doubt
        ? sql<string>`'-infinity'::timestamptz`
        : sql<string>`(select case when restored or not ${knows(process, written)} then '-infinity'::timestamptz
            else ${dueBy(latest())} end from clock)`,
    isRight: () => isRight(latest()),
    erases: () =>
      doubt
        ? sql<boolean>`false`
        : sql<boolean>`(now() <= ${latest()}::timestamptz and ${knows(process, written)}
            and ${ERASES})`,
    look,
    keepWitness,
    held: () => holdsOf(known)[0],
    holds: () => holdsOf(known),
    unconfirmed: () => known.unconfirmed,
  }
}

/** The same condition as `erases`, for erasing that is not an SQL statement. */
export async function mayErase({ db, clock }: { db: Db; clock: Clock }): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${clock.erases()} as may`.execute(db)
  return rows[0]!.may
}

/** One moment by two clocks: the database's, and this process's monotonic one; in milliseconds. */
export type Seen = { at: number; steady: number }

/** Compares two looks at the clock: one jump is held once, a drift of two right clocks is followed slowly. */
export function compare(seen: Seen, look: Seen): { byMs: number; jumped: boolean; next: Seen } {
  const passed = look.steady - seen.steady
  const byMs = Math.round(look.at - (seen.at + passed))
  const jumped = Math.abs(byMs) > JUMP_MS
  const most = DRIFT * Math.max(passed, 0)
  const followed = seen.at + passed + Math.min(Math.max(byMs, -most), most)
  return { byMs, jumped, next: { at: jumped ? look.at : followed, steady: look.steady } }
}
