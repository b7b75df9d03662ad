import { randomInt, randomUUID } from 'node:crypto'
import type { Services } from '#server/platform/context.ts'
import { decryptText, encryptText } from '#server/platform/keys/encryption.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import type { Beside } from '#server/platform/media/store.ts'
import type { Writing } from '#server/platform/writings.ts'

/** Of one object, boxed: under a megabyte, whatever it holds. */
const MOST_CHARS = 700_000
const RETENTION_MINUTES = 1_440
/** How long a process stands in the index without writing it anew, not all at one moment, and how much is cleared at once. */
const STEP_MINUTES = 10
const APART_MINUTES = 5
const CLEARED_AT_ONCE = 300
const AT_ONCE = 16

/** Which processes have put something there, from which minute to before which; a bucket is asked for no list. */
type Entry = { from: number; until: number }
type Index = Record<string, Entry>
type BesideServices = Pick<Services, 'keys'> & { media: { beside: Beside } }
export type Span = { fromMs: number; untilMs: number }
export const isIn =
  ({ fromMs, untilMs }: Span) =>
  ({ at }: Writing): boolean =>
    at >= fromMs && at <= untilMs

const minuteOf = (at: number): number => Math.floor(at / 60_000)
const INDEX = 'index'

/** A clock that went back by more was wrong before. */
const BACK_MINUTES = 5
/** Tries where two processes write the index at once. */
const TRIES = 3

export type Keeper = (writings: readonly Writing[], now: number) => Promise<number>
/** The present time, where objects a day older may be cleared; else undefined. */
export type MayClear = () => Promise<number | undefined>

/** Puts one process's writings beside the witness, in an object a minute; how many found room. Day-old objects are cleared. */
export function makeKeeper({ keys, media: { beside } }: BesideServices, name: string, mayClear: MayClear): Keeper {
  const begin = () => ({ process: randomUUID(), last: 0, from: 0, until: 0 })
  let own = begin()
  return async (writings, now) => {
    // Objects put ahead of their time (a clock that was wrong) stay as another process's.
    if (own.last - minuteOf(now) > BACK_MINUTES) own = begin()
    const minute = Math.max(minuteOf(now), own.last + 1)
    const isDue = minute >= own.until
    if (isDue) {
      own.from = Math.max(own.from || minute, minute - RETENTION_MINUTES)
      own.until = minute + STEP_MINUTES + randomInt(APART_MINUTES)
    }
    // Readers go by the index, so it is written first.
    await standIn(beside, name, own)
    const { text, count } = linesOf(writings)
    const object = `${own.process}-${minute}`
    await beside.keep(pathOf(name, object), encryptText(keys, text, boundTo(name, object)))
    own.last = minute
    // Objects that cannot be cleared now are cleared the next time.
    if (isDue) await clearOld(beside, name, mayClear).catch(() => undefined)
    return count
  }
}

/** Another process may have written the index without this one: it is read back, each minute. */
async function standIn(beside: Beside, name: string, { process, from, until }: Entry & { process: string }) {
  for (let tries = 0; tries < TRIES; tries++) {
    const index = await readIndex(beside, name)
    const stands = index[process]
    if (stands?.until === until) return
    await writeIndex(beside, name, { ...index, [process]: { from: stands?.from ?? from, until } })
  }
}

/**
 * The writings put there in this span and after it; undefined when no object covers the span, which is not the same as no
 * writings: a process that began later has put an object too.
 */
export async function readBeside(
  { keys, media: { beside } }: BesideServices,
  name: string,
  span: Span,
): Promise<Writing[] | undefined> {
  const index = await readIndex(beside, name)
  const since = minuteOf(span.fromMs)
  const objects = Object.entries(index).flatMap(([process, { from, until }]) =>
    minutes(Math.max(since, from), until).map((minute) => ({
      object: `${process}-${minute}`,
      wasThere: from <= since,
    })),
  )
  const read = await inBites(objects, async ({ object, wasThere }) => {
    const boxed = await beside.read(pathOf(name, object))
    const text = boxed === undefined ? undefined : openedOrNothing(keys, boxed, boundTo(name, object))
    return text === undefined ? undefined : { wasThere, writings: writingsIn(text) }
  })
  const found = read.filter((one) => one !== undefined)
  const writings = found.flatMap(({ writings }) => writings)
  return found.some(({ wasThere }) => wasThere) || writings.some(isIn(span)) ? writings : undefined
}

const pathOf = (name: string, object: string): string => `${name}.writings/${object}`
const boundTo = (name: string, object: string): string => `writings ${name} ${object}`
const minutes = (from: number, until: number): number[] =>
  Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at)

/** As many as find room, each a line. */
function linesOf(writings: readonly Writing[]): { text: string; count: number } {
  const lines: string[] = []
  let chars = 0
  for (const { user, kind, id, revision, at } of writings) {
    const line = JSON.stringify([user, kind, id, revision, at])
    chars += line.length + 1
    if (chars > MOST_CHARS) break
    lines.push(line)
  }
  return { text: lines.join('\n'), count: lines.length }
}

const writingsIn = (text: string): Writing[] =>
  text === '' ? [] : text.split('\n').map((line) => writingOf(JSON.parse(line)))

type WritingLine = [Writing['user'], Writing['kind'], Writing['id'], Writing['revision'], Writing['at']]
const writingOf = ([user, kind, id, revision, at]: WritingLine): Writing => ({ user, kind, id, revision, at })

/** Nothing where the master key is another one by now. */
function openedOrNothing(keys: Keys, boxed: string, bound: string): string | undefined {
  try {
    return decryptText(keys, boxed, bound)
  } catch {
    return undefined
  }
}

/** An index that a full disk has cut short counts as empty; the running processes write it again. */
async function readIndex(beside: Beside, name: string): Promise<Index> {
  try {
    return JSON.parse((await beside.read(pathOf(name, INDEX))) ?? '{}') as Index
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const writeIndex = (beside: Beside, name: string, index: Index): Promise<void> =>
  beside.keep(pathOf(name, INDEX), JSON.stringify(index))

/**
 * Clears old objects of every process, since their writer may be gone; where the store can list, also those that no index names.
 */
async function clearOld(beside: Beside, name: string, mayClear: MayClear): Promise<void> {
  const now = await mayClear()
  if (now === undefined) return
  const old = minuteOf(now) - RETENTION_MINUTES + STEP_MINUTES
  const cleared = new Map<string, number>()
  for (const [process, { from, until }] of Object.entries(await readIndex(beside, name))) {
    const end = Math.min(old, until, from + CLEARED_AT_ONCE)
    await inBites(minutes(from, end), (minute) => beside.remove(pathOf(name, `${process}-${minute}`)))
    if (end > from || end >= until) cleared.set(process, end)
  }
  const left = (await beside.list?.(`${name}.writings`)) ?? []
  await inBites(
    left.filter((object) => Number(object.slice(object.lastIndexOf('-') + 1)) < old),
    (object) => beside.remove(pathOf(name, object)),
  )
  if (cleared.size > 0) await writeIndex(beside, name, without(await readIndex(beside, name), cleared))
}

/** Read anew, since clearing takes its time. */
const without = (index: Index, cleared: ReadonlyMap<string, number>): Index =>
  Object.fromEntries(
    Object.entries(index)
      .map(([process, { from, until }]) => [process, { from: cleared.get(process) ?? from, until }] as const)
      .filter(([, { from, until }]) => from < until),
  )

async function inBites<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))))
  return done
}
