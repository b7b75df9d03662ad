import { renewEnvelopes } from '#server/capsules/capsule/renewEnvelopes.ts'
import { sweepDiaries } from '#server/capsules/diary/sweepDiaries.ts'
import { undoImports } from '#server/capsules/imports/undoImport.ts'
import { oldContacts } from '#server/capsules/notice/askContacts.ts'
import { oldCanaries, planCanaries, warnMissing } from '#server/capsules/notice/canary.ts'
import { foldContacts } from '#server/capsules/notice/foldContacts.ts'
import { planNotices, sendBy } from '#server/capsules/notice/send.ts'
import { publishOpened } from '#server/capsules/publishing/publishOpened.ts'
import { oldReceiveCodes } from '#server/capsules/receiver/receiveCode.ts'
import { oldVotes } from '#server/capsules/search/remember.ts'
import { isDatabaseAway } from '#server/core/fail.ts'
import { countRun } from '#server/core/metrics.ts'
import { alertFailedLogins } from '#server/desk/review/alertFailedLogins.ts'
import { warnOverdue } from '#server/desk/review/overdue.ts'
import { oldAlarms } from '#server/money/pay/alarm.ts'
import { askOpenOrders } from '#server/money/pay/askPlatform.ts'
import { reconcile } from '#server/money/pay/reconcile.ts'
import { notifyFailedLogins } from '#server/people/account/notifyFailedLogins.ts'
import { oldTrips } from '#server/people/account/oauth.ts'
import { oldSessions } from '#server/people/account/sessions.ts'
import { oldCodes } from '#server/people/captcha/codes.ts'
import { oldSlides } from '#server/people/captcha/slide.ts'
import type { Config } from '#server/platform/config.ts'
import type { Services } from '#server/platform/context.ts'
import { oldAnswers } from '#server/platform/idempotency.ts'
import { clearLoose, clearRemains } from '#server/platform/media/clear.ts'
import { oldCodeMessages } from '#server/platform/message/sendNow.ts'
import { endStuckCodes } from '#server/platform/message/stuckCodes.ts'
import type { CanaryHour } from '#server/platform/outside/settings/canary.ts'
import { oldTries } from '#server/platform/rateLimit.ts'
import { sweeping } from '#server/platform/sweep.ts'
import { clearArchives, makeArchives } from '#server/upkeep/archive/make.ts'
import { backUpDaily } from '#server/upkeep/backup/job.ts'
import { clearMirror } from '#server/upkeep/backup/mirror.ts'
import { scrubSome } from '#server/upkeep/backup/scrub.ts'
import { compareLosses, keepWritings } from '#server/upkeep/loss/compare.ts'
import { oldLostWritings } from '#server/upkeep/loss/missing.ts'
import { keepLog } from '#server/upkeep/receipts/keepLog.ts'
import { stampLog } from '#server/upkeep/receipts/stampLog.ts'
import { tellOfEnd } from '#server/upkeep/sunset/tellOfEnd.ts'

/** Everything that runs by itself, and when. Each may run on every process at once. */
const TABLE: Entry[] = [
  { name: 'planNotices', everyMs: seconds(5), atStart: true, run: planNotices },
  { name: 'keepWitness', everyMs: minutes(1), run: ({ clock }) => clock.keepWitness() },
  { name: 'keepWritings', everyMs: minutes(1), run: keepWritings },
  { name: 'compareLosses', everyMs: seconds(5), run: (services) => compareLosses(services) },
  { name: 'planCanaries', atHour: 9 satisfies CanaryHour, everyMs: minutes(1), atStart: true, run: planCanaries },
  { name: 'sendSms', everyMs: seconds(5), atStart: true, run: sendBy('sms') },
  { name: 'sendAskedSms', everyMs: seconds(5), atStart: true, run: sendBy('askedSms') },
  { name: 'sendLetters', everyMs: seconds(5), atStart: true, run: sendBy('email') },
  { name: 'sendByWeibo', everyMs: seconds(5), atStart: true, run: sendBy('weibo') },
  { name: 'publishOpened', everyMs: seconds(5), atStart: true, run: publishOpened },
  { name: 'askOpenOrders', everyMs: seconds(5), atStart: true, run: askOpenOrders },
  { name: 'reconcile', atHour: 11, everyMs: minutes(10), run: reconcile },
  { name: 'endStuckCodes', everyMs: minutes(10), run: endStuckCodes },
  { name: 'warnOverdue', everyMs: minutes(60), run: warnOverdue },
  { name: 'warnMissing', everyMs: minutes(60), run: warnMissing },
  { name: 'renewEnvelopes', everyMs: minutes(60), atStart: true, run: renewEnvelopes },
  { name: 'foldContacts', everyMs: minutes(60), atStart: true, run: foldContacts },
  { name: 'notifyFailedLogins', everyMs: minutes(1), run: notifyFailedLogins },
  { name: 'alertFailedLogins', everyMs: minutes(1), run: alertFailedLogins },
  { name: 'backUpDaily', atHour: ({ backup }) => backup.hour, everyMs: minutes(10), atStart: true, run: backUpDaily },
  { name: 'scrubSome', everyMs: minutes(1), run: scrubSome },
  { name: 'clearMirror', everyMs: minutes(1440), run: clearMirror },
  { name: 'keepLog', everyMs: seconds(1), run: (services) => keepLog(services) },
  { name: 'stampLog', everyMs: minutes(10), atStart: true, run: stampLog },
  { name: 'makeArchives', everyMs: seconds(5), atStart: true, run: makeArchives },
  { name: 'tellOfEnd', everyMs: seconds(5), atStart: true, run: tellOfEnd },
  { name: 'clearArchives', everyMs: minutes(10), run: clearArchives },
  { name: 'clearLoose', everyMs: minutes(10), run: clearLoose },
  { name: 'clearRemains', everyMs: minutes(360), run: clearRemains },
  { name: 'sweepTries', everyMs: minutes(10), run: sweeping(oldTries) },
  { name: 'sweepSlides', everyMs: minutes(10), run: sweeping(oldSlides) },
  { name: 'sweepTrips', everyMs: minutes(10), run: sweeping(oldTrips) },
  { name: 'sweepCodes', everyMs: minutes(60), run: sweeping(oldCodes) },
  { name: 'sweepReceiveCodes', everyMs: minutes(60), run: sweeping(oldReceiveCodes) },
  { name: 'sweepCodeMessages', everyMs: minutes(60), run: sweeping(oldCodeMessages) },
  { name: 'sweepSessions', everyMs: minutes(60), run: sweeping(oldSessions) },
  { name: 'sweepContacts', everyMs: minutes(60), run: sweeping(oldContacts) },
  { name: 'sweepCanaries', everyMs: minutes(60), run: sweeping(oldCanaries) },
  { name: 'sweepDiaries', everyMs: minutes(10), atStart: true, run: sweepDiaries },
  { name: 'undoImports', everyMs: minutes(1), atStart: true, run: undoImports },
  { name: 'sweepVotes', everyMs: minutes(10), run: sweeping(oldVotes) },
  { name: 'sweepAlarms', everyMs: minutes(60), run: sweeping(oldAlarms) },
  { name: 'sweepLostWritings', everyMs: minutes(60), run: sweeping(oldLostWritings) },
  { name: 'sweepAnswers', everyMs: minutes(60), run: sweeping(oldAnswers) },
]

const SAY_AWAY_EVERY_MS = minutes(1)

type Entry = {
  name: string
  everyMs: number
  /**
   * Daily, from this hour of China's day on. The job asks every so often whether it is past the hour and nobody has done it today,
   * so that a day is made up for.
   */
  atHour?: number | ((config: Config) => number)
  /** At the start as well, not only after its time: what fell due meanwhile has waited long enough. */
  atStart?: true
  /** `hour`: the job's own, in China; without one it has no meaning. */
  run: (services: Services, signal: AbortSignal, hour: number) => Promise<unknown>
}
type Job = Omit<Entry, 'atHour' | 'run'> & { run: (services: Services, signal: AbortSignal) => Promise<unknown> }

/** The jobs of the table, each with its hour. */
export const jobs: Job[] = TABLE.map(({ atHour = 0, run, ...job }) => ({
  ...job,
  run: (services, signal) => run(services, signal, typeof atHour === 'number' ? atHour : atHour(services.config)),
}))

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
    // A job that takes longer than its interval is not begun a second time beside itself.
    if (running.has(name)) return
    const turn = countRun(job, services.metrics, () => run(services, stopping.signal))
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
