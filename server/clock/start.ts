import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db, Services } from '#server/context.ts'
import { placeOf, timelineOf } from '#server/db/place.ts'
import { heldOf, holdSending, MOMENT, type Row } from './kept.ts'
import type { Moment, Witness } from './witness.ts'

/** How far the clock may leave the monotonic one while a process runs (security.md). */
export const JUMP_MS = 5 * 60_000
/** How long everything may have stood still before somebody has to say that the clock is right. */
const PAUSE_DAYS = 30
/** How long a process that finds another timeline at its start waits for a running one to say that it saw the failover. */
const DOUBT_MS = 10_000
/** Of a process that has not looked for so long nobody needs to know. */
const LOOKS_DAYS = 60

export type Needed = { db: Db; config: Config; log: Services['log']; media: { witness: Witness } }
/** How a process found the database when it began, in its clock's milliseconds. */
export type Start = Row & Moment & { began: number; name: string; timeline: number | null }

const START = sql`${MOMENT}, name, timeline, extract(epoch from clock_timestamp())::float8 * 1000 as began`

/** What the last moment and the place tell, each for itself; the first start of a database only writes them down. */
export async function begin({ db, config, log }: Needed): Promise<Start> {
  const place = await placeOf(config, db)
  const timeline = (await timelineOf(config, db)) ?? null
  await sql`insert into clock (last_at, place) values (now(), ${place}) on conflict do nothing`.execute(db)
  await sql`delete from clock_looks where at < now() - make_interval(days => ${LOOKS_DAYS})`.execute(db)
  const { rows } = await sql<Start>`
    update clock set place = ${place}, restored = restored or place <> ${place},
      timeline = case when timeline is null or place <> ${place} then ${timeline}::bigint else timeline end,
      held = coalesce(held, ${whyHeld}), held_at = case when held is null then now() else held_at end
    returning held, restored, ${START}`.execute(db)
  const held = heldOf(rows[0])
  if (held) log.error({ held }, 'opening and sending are held: check the clock, then `npm run clock -- confirm`')
  return rows[0]!
}

/** The same where it cannot be written down: it is asked again, and written, as soon as that can be done. */
export async function readStart({ db, config }: Needed): Promise<Start> {
  const place = await placeOf(config, db)
  const { rows } = await sql<Start>`
    select coalesce(held, ${whyHeld}) as held, restored or place <> ${place} as restored, ${START} from clock`.execute(
    db,
  )
  return rows[0]!
}

/** Another timeline than the one written down: a failover that nobody here saw, or a restore. */
export type Doubt = { timeline: number; releases: number; until: number }

export async function doubtOf({ db, config }: Needed, start: Start, now: number): Promise<Doubt | undefined> {
  const timeline = start.timeline === null || start.restored ? undefined : await timelineOf(config, db)
  if (timeline === undefined || timeline === start.timeline) return undefined
  return { timeline, releases: start.releases, until: now + DOUBT_MS }
}

/** Until a process that was running vouches for it, or somebody says that all is well; after its time it is held. */
export async function lookAgain(db: Db, doubt: Doubt, now: number): Promise<Doubt | undefined> {
  const { rows } = await sql<{ vouched: boolean }>`
    select restored or timeline = ${doubt.timeline} or releases > ${doubt.releases} as vouched from clock`.execute(db)
  if (rows[0]!.vouched) return undefined
  if (now < doubt.until) return doubt
  await holdSending(db)
  return undefined
}

/** After a long standstill, or when it is earlier than the last moment. */
const whyHeld = sql<string | null>`case
  when now() - last_at > ${`${PAUSE_DAYS} days`}::interval then 'pause'
  when last_at - now() > ${`${JUMP_MS} milliseconds`}::interval then 'jump' end`
