import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/db/tables.ts'
import type { TakenSms } from '../../standins/aliyunSms.ts'
import { later } from '../client.ts'
import { type Cluster, until } from './cluster.ts'
import type { Load } from './people.ts'
import { bareIn, faultsOfLog, type PublishedLog, watchLog } from './publishedLog.ts'
import { sentOf } from './sent.ts'
import type { Health, Site } from './site.ts'

/** Time before the primary stands still: the first sealed capsules then come due while another is the primary. */
const BEFORE_MS = 25_000
/** How long another primary acknowledges commits that are then lost. */
const WINDOW_MS = 20_000
const HELD_WITHIN_MS = 15_000
const PATIENCE_MS = 30_000
/** The number of lost writings is known once every process has had a minute and a half to report what it remembers. */
const NAMED_WITHIN_MS = 120_000
/** For this long nothing may be sent, though much is due. */
const QUIET_MS = 10_000

type Losing = {
  cluster: Cluster
  site: Site
  people: Load
  db: Kysely<Tables>
  taken: readonly TakenSms[]
  /** Confirms the loss as an operator does. */
  confirm: () => Promise<unknown>
}
type Lost = {
  /** Capsules acknowledged by the other primary; `gone` of them are not there any more. */
  acknowledged: number
  gone: number
  /** Notices sent in that time, of which the database now holds no trace. */
  notices: number
  /** From the moment the old primary went on to the one in which each process said that it is held. */
  heldMs: (number | undefined)[]
  sentHeld: number
  twice: number
  /** Whether each process names the window at once. */
  spanned: boolean
  /** How many acknowledged writings each process then says are gone; undefined where the span it names is not the window. */
  named: (number | null | undefined)[]
  /** Once somebody has confirmed and nothing is due any more: sent since, and how many of all notices twice. */
  sentAfter: number
  twiceAfter: number
  /** Leaves that were published in that time, and those in the log whose capsules are gone. */
  leaves: number
  bare: number
  /** Why the log as it went on contradicts any checkpoint that was seen. */
  ofLog: string[]
}

/**
 * Commits that are lost for certain: the primary stands still inside its leader update, another one acknowledges, the first wakes,
 * takes the leadership back and is followed. Then somebody confirms.
 */
export async function forceLoss({ cluster, site, people, db, taken, confirm }: Losing): Promise<Lost> {
  const log = watchLog(site.url)
  await later(BEFORE_MS)
  const old = await cluster.primary()
  await cluster.stallInUpdate(old)
  await until('another is the primary', async () => (await cluster.primary()) !== old)
  const [began, known, sent, leavesBefore] = [Date.now(), idsOf(people), taken.length, log.size()]
  await later(WINDOW_MS)
  // Older capsules get the same places again without any help: one that is lost must have its leaf, and each may be sealing one more.
  const older = known.size + people.sealed().size
  await until('a leaf of the window is published', async () => log.size() > older)
  await until('a notice is sent in the window', async () => taken.length > sent)
  await people.stop()
  const acknowledged = [...idsOf(people)].filter((id) => !known.has(id))
  const notices = taken.length - sent
  const leaves = log.size() - leavesBefore
  const [ended, woke] = [Date.now(), performance.now()]
  cluster.wake(old)
  const heldMs = await whenHeld(site, woke)
  await until('the old one is the primary', async () => (await cluster.primary()) === old)
  await cluster.safe()
  const held = taken.length
  await later(QUIET_MS)
  const there = await db.selectFrom('capsules').select('id').where('id', 'in', acknowledged.map(Number)).execute()
  const ask = async () => (await site.health()).map(({ lost }) => namedOf(lost, began, ended))
  const spanned = !(await ask()).includes(undefined)
  const named = await whenNamed(ask)
  const before = {
    acknowledged: acknowledged.length,
    gone: acknowledged.length - there.length,
    notices,
    heldMs,
    sentHeld: taken.length - held,
    twice: sentOf(taken).twice,
    spanned,
    named,
  }
  await confirm()
  await until('nothing is due any more', () => isQuiet(db))
  const ofLog = await logAfter(db, log)
  return {
    ...before,
    sentAfter: taken.length - held,
    twiceAfter: sentOf(taken).twice,
    leaves,
    bare: await bareIn(db),
    ofLog,
  }
}

/** Once the log has come to all that it had published: it takes the lost leaves back from the store with its next turn. */
async function logAfter(db: Kysely<Tables>, log: PublishedLog): Promise<string[]> {
  const isBack = async () => {
    const { rows } = await sql<{ size: number; halted: string | null }>`
      select size, halted from logs where id = 1`.execute(db)
    return rows[0] && (rows[0].halted !== null || rows[0].size >= log.size())
  }
  await until('the log knows what it had published', isBack)
  log.stop()
  return faultsOfLog(db, log.seen())
}

/** Whether everything that was due has been sent, or was found to have been. */
async function isQuiet(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from capsules where notice_at <= now())
      or exists (select from messages where next_at <= now() and state in ('waiting', 'sending', 'unknown'))
      or exists (select from clock where restored) as due`.execute(db)
  return !rows[0]!.due
}

const idsOf = (people: Load): Set<string> => new Set([...people.sealed().values()].flat())

/** The milliseconds after which each process was held; undefined for one that was not held in time. */
async function whenHeld(site: Site, since: number): Promise<(number | undefined)[]> {
  const at: (number | undefined)[] = site.processes.map(() => undefined)
  while (at.includes(undefined) && performance.now() - since < PATIENCE_MS) {
    const held = await site.held().catch(() => [])
    held.forEach((why, i) => {
      if (why === 'restored') at[i] ??= performance.now() - since
    })
    await later(200)
  }
  return at
}

async function whenNamed(ask: () => Promise<Lost['named']>): Promise<Lost['named']> {
  const since = performance.now()
  let counts = await ask()
  while (counts.includes(null) && performance.now() - since < NAMED_WITHIN_MS) {
    await later(1_000)
    counts = await ask()
  }
  return counts
}

/** A moment is told by its second. */
const SECOND_MS = 1_000
const momentOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`)

function namedOf(lost: Health['lost'], began: number, ended: number): number | null | undefined {
  const covers = lost && momentOf(lost.from) <= began && momentOf(lost.until) + SECOND_MS >= ended
  return covers ? lost.writings : undefined
}

export function faultsOf(lost: Lost): string[] {
  const { acknowledged, gone, notices, heldMs, sentHeld, twice, spanned, named, twiceAfter, bare, ofLog } = lost
  const late = heldMs.filter((ms) => ms === undefined || ms > HELD_WITHIN_MS)
  return [
    ...(acknowledged > 0 && gone === acknowledged ? [] : [`only ${gone} of ${acknowledged} were lost`]),
    ...(notices === 0 ? ['no notice was sent in the window'] : []),
    ...late.map((ms) => `a process held after ${secondsOf(ms)} s`),
    ...(sentHeld > 0 ? [`${sentHeld} notices sent while held`] : []),
    ...(twice > 0 ? [`${twice} notices sent twice`] : []),
    ...(spanned ? [] : ['the span was not named at once']),
    // Between the promotion and our seeing it some more may have been acknowledged.
    ...(named.every((count) => count && count >= gone) ? [] : [`named as gone: ${named.join(', ')} of ${gone}`]),
    ...(twiceAfter > twice ? [`${twiceAfter - twice} notices sent again after the confirmation`] : []),
    ...(bare > 0 ? [] : ['no leaf of a lost capsule was published']),
    ...ofLog,
  ]
}

export function print(lost: Lost): void {
  const { acknowledged, gone, notices, heldMs, sentHeld, twice, named, sentAfter, twiceAfter, leaves, bare, ofLog } =
    lost
  const words = [
    `${acknowledged} acknowledged by another, ${gone} of them gone`,
    `held after ${heldMs.map(secondsOf).join(', ')} s`,
    `${notices} notices sent in the window, ${twice} of them twice, ${sentHeld} while held`,
    `named as gone: ${named.join(', ')}`,
    `confirmed: ${sentAfter} sent, ${twiceAfter} of all twice`,
    `${leaves} leaves published in the window, ${bare} of capsules that are gone, ${ofLog.length} faults of the log`,
  ]
  console.log(`a forced loss | ${words.join(' | ')}`)
}

const secondsOf = (ms: number | undefined): string => ((ms ?? Number.POSITIVE_INFINITY) / 1000).toFixed(1)
