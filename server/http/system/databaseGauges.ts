import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import { countMissing } from '#server/capsules/notice/canary.ts'
import { COUNTED_MOST, countWaiting } from '#server/capsules/notice/waiting.ts'
import { countApplications } from '#server/desk/review/overdue.ts'
import { countAlarms } from '#server/money/pay/alarm.ts'
import type { Services } from '#server/platform/context.ts'
import { countArchives } from '#server/upkeep/archive/count.ts'
import { ageOfBackup } from '#server/upkeep/backup/history.ts'
import { countDamaged } from '#server/upkeep/backup/scrub.ts'
import { stateOfLog } from '#server/upkeep/receipts/stateOfLog.ts'
import { stateOfKeys } from '#server/upkeep/sunset/stateOfKeys.ts'
import { countUntold } from '#server/upkeep/sunset/tellOfEnd.ts'
import { type Cached, cached } from './cached.ts'

/** The whole database is read for it. */
const INVARIANTS_EVERY_MS = 60 * 60_000

/**
 * Figures that need a query: of the database, twice a minute at most, and of the disks. A scrape waits two seconds for them; a
 * figure that is not there by then is given as it was, with its age.
 */
export function watchDatabase(registry: Registry, services: Services): void {
  const waiting = cached(() => countWaiting(services))
  const applications = cached(() => countApplications(services))
  const backup = cached(() => ageOfBackup(services))
  const damaged = cached(() => countDamaged(services))
  const archives = cached(() => countArchives(services))
  const alarms = cached(() => countAlarms(services))
  const receipts = cached(() => stateOfLog(services))
  const months = cached(async () => ({ state: await stateOfKeys(services) }))
  const sunset = cached(() => countUntold(services))
  const canaries = cached(() => countMissing(services))
  const noWrites = cached(async () => ({ why: await services.whyNoWrites() }))
  const disks = cached(() => spaceOf(services.config))
  const { gauge, table } = makers(registry)

  gauge(
    'applications_waiting',
    'Applications for an early unsealing that wait for an operator',
    applications,
    (n) => n.waiting,
  )
  gauge('applications_overdue', 'Those of them that are older than five working days', applications, (n) => n.overdue)
  gauge(
    'database_read_only',
    '1 while the database takes no writes: its disk is full or read-only, or it is a standby',
    noWrites,
    ({ why }) => (why === undefined ? 0 : 1),
  )
  gauge('backup_age_seconds', 'Since the last good backup was finished; absent while there is none', backup, (n) => n)
  gauge(
    'objects_damaged',
    'Uploads that are not what they were, or not there, and that no mirror mended',
    damaged,
    (n) => n,
  )
  gauge(
    'payment_alarms',
    'Payments that are not as they were said to be, and that no operator has looked into',
    alarms,
    (n) => n,
  )
  gauge('archive_waiting', 'Archives that people have asked for and that are not ready', archives, (n) => n.waiting)
  gauge('archive_oldest_seconds', 'Since the oldest of them was asked for', archives, (n) => n.oldestSeconds)
  gauge('archive_ready', 'Archives that can be downloaded', archives, (n) => n.ready)
  gauge('archive_ready_bytes', 'The bytes that those hold', archives, (n) => n.readyBytes)
  gauge('archive_failed', 'Archives that could not be made, not yet cleared', archives, (n) => n.failed)
  gauge(
    'receipt_log_signs',
    '1 while the log of receipts signs, 0 while an operator has to look',
    receipts,
    ({ state }) => (state === 'signing' ? 1 : 0),
  )
  gauge('receipt_log_size', 'Leaves of the log of receipts', receipts, (n) => n.size)
  gauge(
    'receipt_log_oldest_seconds',
    'Since the oldest capsule was sealed that waits for its receipt',
    receipts,
    (n) => n.oldestSeconds,
  )
  gauge(
    'month_keys_sound',
    '1 while the public keys of months are those that were taken, 0 when they are not; absent where there are none',
    months,
    ({ state }) => state && Number(state.isSound),
  )
  gauge(
    'month_keys_unproven_seconds',
    'Since somebody last proved that the sheets make the seed of the months',
    months,
    ({ state }) => state?.unprovenSeconds,
  )
  gauge(
    'sunset_untold',
    'People who are still to be told of the end of the product; absent before its announcement is a day old',
    sunset,
    (n) => n.untold,
  )
  gauge('canary_missing', 'Channels whose daily message to the operator did not go out', canaries, (n) => n)
  gauge(
    'notice_oldest_due_seconds',
    'Since the oldest notice was due that could go out and has not',
    waiting,
    (n) => n.oldestSeconds,
  )
  gauge(
    'capsules_unplanned',
    `Capsules whose notices are due and not yet written down, up to ${COUNTED_MOST}`,
    waiting,
    (n) => n.unplanned,
  )
  table(
    'messages_waiting',
    `Messages that wait to be sent or asked after, up to ${COUNTED_MOST} of a channel`,
    waiting,
    {
      labels: ['channel', 'state'],
      rows: ({ messages }) => messages.map(({ channel, state, number }) => [{ channel, state }, number]),
    },
  )
  const places = (what: 'free' | 'size') => ({
    labels: ['place'],
    rows: (found: Space[]): Sample[] => found.map((space) => [{ place: space.place }, space[what]]),
  })
  table('disk_free_bytes', 'What we may still write where DATA_DIR and MEDIA_DIR lie', disks, places('free'))
  table('disk_size_bytes', 'How large those disks are', disks, places('size'))
  const figures: Record<string, Cached<unknown>> = {
    waiting,
    applications,
    backup,
    damaged,
    archives,
    receipts,
    months,
    sunset,
    alarms,
    canaries,
    noWrites,
    disks,
  }
  if (services.config.watchesInvariants) {
    figures.invariants = cached(() => countBroken(services), INVARIANTS_EVERY_MS)
    gauge(
      'broken_invariants',
      'Broken promises in the database, asked once an hour',
      figures.invariants as Cached<number>,
      (n) => n,
    )
  }
  new Gauge({
    name: 'figure_age_seconds',
    help: 'How old the figures are that had to be asked for, since the start where nobody has answered yet',
    labelNames: ['figure'],
    registers: [registry],
    async collect() {
      await Promise.all(Object.values(figures).map((ask) => ask()))
      for (const [figure, { ageSeconds }] of Object.entries(figures))
        this.set({ figure }, ageSeconds() ?? process.uptime())
    },
  })
}

type Sample = [labels: Record<string, string>, value: number]
type Table<T> = { labels: string[]; rows: (known: T) => Sample[] }

/** A figure that was never read, or that has no value, is left out. */
function makers(registry: Registry) {
  const gauge = <T>(name: string, help: string, figure: Cached<T>, of: (known: T) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const known = await figure()
        const value = known === undefined ? undefined : of(known)
        if (value !== undefined) this.set(value)
        else this.remove()
      },
    })
  const table = <T>(name: string, help: string, figure: Cached<T>, { labels, rows }: Table<T>) =>
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const known = await figure()
        this.reset()
        for (const [given, value] of known === undefined ? [] : rows(known)) this.set(given, value)
      },
    })
  return { gauge, table }
}

type Space = { place: string; free: number; size: number }

/** A folder that is not there – with a server and a bucket there may be none – is no disk of ours. */
async function spaceOf({ dataDir, mediaDir, bucket }: Services['config']): Promise<Space[]> {
  const folders = Object.entries({ data: dataDir, ...(bucket ? {} : { media: mediaDir }) })
  const found = await Promise.all(folders.map(([place, folder]) => statfs(folder).then((s) => ({ s, place }), nowhere)))
  return found.flatMap((one) => {
    if (!one) return []
    const { place, s } = one
    return [{ place, free: s.bavail * s.bsize, size: s.blocks * s.bsize }]
  })
}

const nowhere = (): undefined => undefined

async function countBroken({ db }: Services): Promise<number> {
  const counted = db.selectFrom('broken_invariants').select(({ fn }) => fn.countAll<number>().as('number'))
  return (await counted.executeTakeFirstOrThrow()).number
}
