import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import { UNSEALED } from '#server/db/states.ts'
import { clearLoose, clearRemains } from '#server/media/clear.ts'
import { settleLost } from '#server/notice/lost.ts'
import { planNotices, sendBy } from '#server/notice/sendDue.ts'
import { warnOverdue } from '#server/review/overdue.ts'

type Job = {
  name: string
  everyMs: number
  /** At the start as well, not only after its time: what fell due meanwhile has waited long enough. */
  atStart?: true
  run: (services: Services, signal: AbortSignal) => Promise<unknown>
}

const SECOND_MS = 1_000
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

/** Third persons are kept no longer than their link is good. */
const sweepContacts = ({ db }: Services) =>
  sql`delete from capsule_contacts where (capsule_id, channel) in (
    select k.capsule_id, k.channel from capsule_contacts k join capsules c on c.id = k.capsule_id
    where c.status = ${UNSEALED} and coalesce(k.valid_until, c.open_at + interval '90 days') < now() limit ${AT_MOST})`.execute(
    db,
  )

/** Everything that runs by itself, and when. Each may run on every process at once. */
export const jobs: Job[] = [
  { name: 'planNotices', everyMs: 5 * SECOND_MS, atStart: true, run: planNotices },
  { name: 'sendSms', everyMs: 5 * SECOND_MS, atStart: true, run: sendBy('sms') },
  { name: 'sendLetters', everyMs: 5 * SECOND_MS, atStart: true, run: sendBy('email') },
  { name: 'sendByWeibo', everyMs: 5 * SECOND_MS, atStart: true, run: sendBy('weibo') },
  { name: 'warnOverdue', everyMs: 60 * MINUTE_MS, run: warnOverdue },
  { name: 'sweepContacts', everyMs: 60 * MINUTE_MS, run: sweepContacts },
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

/** Starts them all; the answer stops them, and waits for what is under way. A failing run is logged and comes again. */
export function startJobs(services: Services): () => Promise<void> {
  const stopping = new AbortController()
  const running = new Map<string, Promise<unknown>>()
  const begin = ({ name, run }: Job) => {
    // One that takes longer than its turn is not begun again beside itself.
    if (running.has(name)) return
    const turn = run(services, stopping.signal)
      .catch((err) => services.log.error({ err, job: name }, 'a job failed'))
      .finally(() => running.delete(name))
    running.set(name, turn)
  }
  const timers = jobs.map((job) => setInterval(begin, job.everyMs, job).unref())
  jobs.filter(({ atStart }) => atStart).forEach(begin)
  return async () => {
    timers.forEach(clearInterval)
    stopping.abort()
    await Promise.all(running.values())
  }
}
