import { sql } from 'kysely'
import { mayErase } from '#server/platform/clock/clock.ts'
import { databaseNow } from '#server/platform/clock/databaseNow.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Writing, Writings } from '#server/platform/writings.ts'
import { isIn, type Keeper, makeKeeper, readBeside, type Span } from './beside.ts'
import { missingOf, noteMissing } from './missing.ts'

/** Two machines' clocks leave each other by less. */
const APART_MS = 60_000

/** How long the processes have to put their writings, once a loss is noticed. */
const PUT_MS = 90_000
/** A store that is away for longer is not waited for. */
const AWAY_MS = 5 * 60_000

type CompareServices = Pick<Services, 'db' | 'clock' | 'keys' | 'media' | 'writings' | 'now' | 'log'>
type Loss = { id: number; from_ms: number; held_ms: number; writings: number | null }

/** By a monotonic clock: since when a process knows of a loss, and when it had put all it knew of that. */
type Look = { heldMs: number; since: number; putAt?: number | undefined; spokeAlone: boolean; done: boolean }

/** Of each process: how it puts, and how far it is with each loss. */
const states = new WeakMap<Writings, { keep?: Keeper; looks: Map<number, Look> }>()
function stateOf(writings: Writings) {
  const state = states.get(writings) ?? { looks: new Map<number, Look>() }
  states.set(writings, state)
  return state
}

/** Puts what this process has acknowledged since beside the witness. */
export async function keepWritings(services: CompareServices): Promise<void> {
  const state = stateOf(services.writings)
  state.keep ??= makeKeeper(services, await nameOf(services.db), () => clearsAt(services))
  const { keep } = state
  await services.writings.passOn((fresh) => keep(fresh, services.now().getTime()))
}

/** By the database's clock, where that may erase: a machine may run ahead by itself. */
async function clearsAt(services: CompareServices): Promise<number | undefined> {
  return (await mayErase(services)) ? databaseNow(services.db) : undefined
}

/** Finds the writings that each loss has taken, once; for a loss that has grown since, anew. */
export async function compareLosses(
  services: CompareServices,
  steady: { now: () => number } = performance,
): Promise<void> {
  const { looks } = stateOf(services.writings)
  for (const loss of await recentLosses(services.db)) {
    const before = looks.get(loss.id)
    const anew = { heldMs: loss.held_ms, since: steady.now(), spokeAlone: false, done: false }
    const look = before?.heldMs === loss.held_ms ? before : anew
    looks.set(loss.id, look)
    if (!look.done) look.done = await takeTurn(services, loss, look, steady.now())
  }
}

async function nameOf(db: Db): Promise<string> {
  return (await db.selectFrom('clock').select('name').executeTakeFirstOrThrow()).name
}

async function recentLosses(db: Db): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    select id, extract(epoch from from_at)::float8 * 1000 as from_ms, extract(epoch from held_at)::float8 * 1000 as held_ms, writings
    from losses where held_at > now() - interval '1 day' order by id`.execute(db)
  return rows
}

/**
 * First this process puts the writings it remembers, then gives the others time, then compares with all that lies there: another
 * one may know that a draft was given up. The findings of the processes that were there are added up; one that began later
 * goes by what the others have put, while nobody has looked. True when there is nothing more to find.
 */
async function takeTurn(services: CompareServices, loss: Loss, look: Look, now: number): Promise<boolean> {
  if (loss.writings !== null && !wasThere(services, loss)) return true
  if (look.putAt === undefined) {
    if (await answers(services, keepWritings(services))) look.putAt = now
    else if (now - look.since >= AWAY_MS) await speakAlone(services, loss, look)
    return false
  }
  if (now - look.putAt < PUT_MS) return false
  const read = readBeside(services, await nameOf(services.db), spanOf(loss))
  if (await answers(services, read)) {
    await compare(services, loss, await read)
    return true
  }
  look.putAt = undefined
  return false
}

async function answers({ log }: CompareServices, asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (err) {
    log.warn({ err }, 'the media store does not say what was acknowledged before the loss: asked again')
    return false
  }
}

/** From this process's memory, once, and not of drafts, which may have been given up through another one. */
async function speakAlone(services: CompareServices, loss: Loss, look: Look): Promise<void> {
  if (look.spokeAlone) return
  await compare(services, loss, 'away')
  look.spokeAlone = true
}

const spanOf = ({ from_ms, held_ms }: Loss): Span => ({ fromMs: from_ms - APART_MS, untilMs: held_ms })
const wasThere = ({ writings }: CompareServices, { from_ms }: Loss): boolean => writings.began <= from_ms

/** `undefined`: nobody has put anything of it. */
type Others = readonly Writing[] | 'away' | undefined

async function compare(services: CompareServices, loss: Loss, others: Others): Promise<void> {
  const span = spanOf(loss)
  const own = services.writings.all()
  const remembers = wasThere(services, loss) || own.some(isIn(span))
  const isAway = others === 'away'
  if (!remembers && (isAway || !others)) return
  const asked = candidates([...own, ...(isAway ? [] : (others ?? []))], span)
  const sure = isAway ? asked.filter(({ kind }) => kind !== 'draft') : asked
  const missing = await missingOf(services.db, loss.id, sure)
  // The memory of one process cannot prove that nothing is missing.
  if (isAway && missing.length === 0) return
  const found = await noteMissing(services.db, loss.id, missing)
  if (found > 0) services.log.error({ loss: loss.id, writings: found }, 'acknowledged writings are missing')
}

/** Each once, as it was acknowledged last; a draft that was sealed or deleted, even long after, is missing to nobody. */
function candidates(writings: readonly Writing[], span: Span): Writing[] {
  const last = new Map<string, Writing>()
  const within = isIn(span)
  const wanted = writings.filter((writing) => writing.kind === 'gone' || within(writing))
  for (const writing of wanted.sort((a, b) => a.at - b.at)) {
    const { user, kind, id } = writing
    if (kind === 'gone') last.delete(`${user} draft ${id}`)
    else last.set(`${user} ${kind} ${id}`, writing)
  }
  return [...last.values()]
}
