import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import { clearLoose, clearRemains } from '#server/media/clear.ts'
import { settleLost } from '#server/notice/lost.ts'

type Job = { name: string; everyMs: number; run: (services: Services) => Promise<unknown> }

const MINUTE_MS = 60_000

const AT_MOST = 10_000

/** In bounded bites, so that no sweep holds the database for long. */
const sweepTries = ({ db }: Services) =>
  // Tries of answers count for ever ("20 in all"), so they stay.
  sql`delete from tries where id in (
    select id from tries where at < now() - interval '2 days' and bucket not like 'answers of %' limit ${AT_MOST})`.execute(
    db,
  )

/** Codes are of no use to anybody after their five minutes; their attempts go with them. */
const sweepMessages = ({ db }: Services) =>
  sql`delete from messages where id in (
    select id from messages where template = 'code' and created_at < now() - interval '2 days' limit ${AT_MOST})`.execute(
    db,
  )

const sweepCodes = ({ db }: Services) =>
  sql`delete from codes where id in (
    select id from codes where created_at < now() - interval '2 days' limit ${AT_MOST})`.execute(db)

const sweepSlides = ({ db }: Services) =>
  sql`delete from slides where pk_id in (
    select pk_id from slides where created_at < now() - interval '1 hour' limit ${AT_MOST})`.execute(db)

/** Over for a month: nobody asks any more how it ended, nor from where it came. */
const sweepSessions = ({ db }: Services) =>
  sql`delete from sessions where id in (
    select id from sessions where least(ended_at, expires_at) < now() - interval '30 days' limit ${AT_MOST})`.execute(
    db,
  )

const sweepTrips = ({ db }: Services) =>
  sql`delete from oauth_states where state_hash in (
    select state_hash from oauth_states where created_at < now() - interval '1 hour' limit ${AT_MOST})`.execute(db)

const sweepAnswers = ({ db }: Services) =>
  sql`delete from idempotency where (user_id, key) in (
    select user_id, key from idempotency where created_at < now() - interval '30 days' limit ${AT_MOST})`.execute(db)

/** Everything that runs by itself, and when. Each may run on every process at once. */
export const jobs: Job[] = [
  { name: 'sweepTries', everyMs: 10 * MINUTE_MS, run: sweepTries },
  { name: 'sweepMessages', everyMs: 60 * MINUTE_MS, run: sweepMessages },
  { name: 'sweepCodes', everyMs: 60 * MINUTE_MS, run: sweepCodes },
  { name: 'sweepSlides', everyMs: 10 * MINUTE_MS, run: sweepSlides },
  { name: 'sweepSessions', everyMs: 60 * MINUTE_MS, run: sweepSessions },
  { name: 'sweepTrips', everyMs: 10 * MINUTE_MS, run: sweepTrips },
  { name: 'clearLoose', everyMs: 10 * MINUTE_MS, run: clearLoose },
  { name: 'clearRemains', everyMs: 6 * 60 * MINUTE_MS, run: clearRemains },
  { name: 'settleLost', everyMs: 10 * MINUTE_MS, run: settleLost },
  { name: 'sweepAnswers', everyMs: 60 * MINUTE_MS, run: sweepAnswers },
]

/** Starts them all; the answer stops them. A failing run is logged and comes again. */
export function startJobs(services: Services): () => void {
  const timers = jobs.map(({ name, everyMs, run }) =>
    setInterval(() => {
      run(services).catch((err) => services.log.error({ err, job: name }, 'a job failed'))
    }, everyMs).unref(),
  )
  return () => timers.forEach(clearInterval)
}
