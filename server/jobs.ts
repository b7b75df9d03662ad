import { tellOfGuesses } from '#server/account/guessesTold.ts'
import { oldTrips } from '#server/account/oauth.ts'
import { oldSessions } from '#server/account/sessions.ts'
import { backUpDaily } from '#server/backup/job.ts'
import { clearMirror } from '#server/backup/mirror.ts'
import { scrubSome } from '#server/backup/scrub.ts'
import { renewEnvelopes } from '#server/capsule/renewEnvelopes.ts'
import { oldCodes } from '#server/captcha/codes.ts'
import { oldSlides } from '#server/captcha/slide.ts'
import type { Services } from '#server/context.ts'
import { sweepDiaries } from '#server/diary/sweepDiaries.ts'
import { isDatabaseAway } from '#server/fail.ts'
import { countRun } from '#server/figures.ts'
import { compareLosses, keepWritings } from '#server/loss/compare.ts'
import { oldLostWritings } from '#server/loss/missing.ts'
import { clearLoose, clearRemains } from '#server/media/clear.ts'
import { settleLost } from '#server/message/lost.ts'
import { oldCodeMessages } from '#server/message/sendNow.ts'
import { oldContacts } from '#server/notice/askContacts.ts'
import { oldCanaries, planCanaries, warnMissing } from '#server/notice/canary.ts'
import { foldContacts } from '#server/notice/foldContacts.ts'
import { planNotices, sendBy } from '#server/notice/send.ts'
import { oldAlarms } from '#server/pay/alarm.ts'
import { askOpenOrders } from '#server/pay/askPlatform.ts'
import { reconcile } from '#server/pay/reconcile.ts'
import { noteGuesses } from '#server/review/guessesTold.ts'
import { warnOverdue } from '#server/review/overdue.ts'
import { oldVotes } from '#server/search/remember.ts'
import { lookAtOpened } from '#server/showing/lookAtOpened.ts'
import { oldAnswers } from './once.ts'
import { sweeping } from './sweep.ts'
import { oldTries } from './tries.ts'

/** Everything that runs by itself, and when. Each may run on every process at once. */
export const jobs: Job[] = [
  { name: 'planNotices', everyMs: seconds(5), atStart: true, run: planNotices },
  { name: 'keepWitness', everyMs: minutes(1), run: ({ clock }) => clock.keepWitness() },
  { name: 'keepWritings', everyMs: minutes(1), run: keepWritings },
  { name: 'compareLosses', everyMs: seconds(5), run: (services) => compareLosses(services) },
  { name: 'planCanaries', everyMs: minutes(1), atStart: true, run: planCanaries },
  { name: 'sendSms', everyMs: seconds(5), atStart: true, run: sendBy('sms') },
  { name: 'sendAskedSms', everyMs: seconds(5), atStart: true, run: sendBy('askedSms') },
  { name: 'sendLetters', everyMs: seconds(5), atStart: true, run: sendBy('email') },
  { name: 'sendByWeibo', everyMs: seconds(5), atStart: true, run: sendBy('weibo') },
  { name: 'lookAtOpened', everyMs: seconds(5), atStart: true, run: lookAtOpened },
  { name: 'askOpenOrders', everyMs: seconds(5), atStart: true, run: askOpenOrders },
  { name: 'reconcile', everyMs: minutes(10), run: reconcile },
  { name: 'settleLost', everyMs: minutes(10), run: settleLost },
  { name: 'warnOverdue', everyMs: minutes(60), run: warnOverdue },
  { name: 'warnMissing', everyMs: minutes(60), run: warnMissing },
  { name: 'renewEnvelopes', everyMs: minutes(60), atStart: true, run: renewEnvelopes },
  { name: 'foldContacts', everyMs: minutes(60), atStart: true, run: foldContacts },
  { name: 'tellOfGuesses', everyMs: minutes(1), run: tellOfGuesses },
  { name: 'noteGuesses', everyMs: minutes(1), run: noteGuesses },
  { name: 'backUpDaily', everyMs: minutes(10), atStart: true, run: backUpDaily },
  { name: 'scrubSome', everyMs: minutes(1), run: scrubSome },
  { name: 'clearMirror', everyMs: minutes(1440), run: clearMirror },
  { name: 'clearLoose', everyMs: minutes(10), run: clearLoose },
  { name: 'clearRemains', everyMs: minutes(360), run: clearRemains },
  { name: 'sweepTries', everyMs: minutes(10), run: sweeping(oldTries) },
  { name: 'sweepSlides', everyMs: minutes(10), run: sweeping(oldSlides) },
  { name: 'sweepTrips', everyMs: minutes(10), run: sweeping(oldTrips) },
  { name: 'sweepCodes', everyMs: minutes(60), run: sweeping(oldCodes) },
  { name: 'sweepCodeMessages', everyMs: minutes(60), run: sweeping(oldCodeMessages) },
  { name: 'sweepSessions', everyMs: minutes(60), run: sweeping(oldSessions) },
  { name: 'sweepContacts', everyMs: minutes(60), run: sweeping(oldContacts) },
  { name: 'sweepCanaries', everyMs: minutes(60), run: sweeping(oldCanaries) },
  { name: 'sweepDiaries', everyMs: minutes(10), atStart: true, run: sweepDiaries },
  { name: 'sweepVotes', everyMs: minutes(10), run: sweeping(oldVotes) },
  { name: 'sweepAlarms', everyMs: minutes(60), run: sweeping(oldAlarms) },
  { name: 'sweepLostWritings', everyMs: minutes(60), run: sweeping(oldLostWritings) },
  { name: 'sweepAnswers', everyMs: minutes(60), run: sweeping(oldAnswers) },
]

const SAY_AWAY_EVERY_MS = minutes(1)

type Job = {
  name: string
  everyMs: number
  /** At the start as well, not only after its time: what fell due meanwhile has waited long enough. */
  atStart?: true
  run: (services: Services, signal: AbortSignal) => Promise<unknown>
}

function seconds(number: number): number {
  return number * 1_000
}

function minutes(number: number): number {
  return seconds(number * 60)
}

/** Starts them all; the answer stops them, and waits for what is under way. A failing run is logged and comes again. */
export function startJobs(services: Services): () => Promise<void> {
  const stopping = new AbortController()
  const running = new Map<string, Promise<unknown>>()
  let saidAway = Number.NEGATIVE_INFINITY
  // Each is tried again in its turn; a full disk is not filled with that.
  const tellFailed = (err: unknown, job: string) => {
    if (!isDatabaseAway(err)) return services.log.error({ err, job }, 'a job failed')
    if (performance.now() - saidAway < SAY_AWAY_EVERY_MS) return
    saidAway = performance.now()
    services.log.warn({ err, job }, 'jobs wait for the database')
  }
  const begin = (job: Job) => {
    const { name, run } = job
    // One that takes longer than its turn is not begun again beside itself.
    if (running.has(name)) return
    const turn = countRun(job, services.figures, () => run(services, stopping.signal))
      .catch((err) => tellFailed(err, name))
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
