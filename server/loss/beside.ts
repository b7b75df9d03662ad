import { randomUUID } from 'node:crypto'
import type { Services } from '#server/context.ts'
import { boxText, unboxText } from '#server/keys/box.ts'
import type { Keys } from '#server/keys/keys.ts'
import type { Beside } from '#server/media/store.ts'
import type { Writing } from './writings.ts'

/** Of one object, boxed: under a megabyte, whatever it holds. */
const MOST_CHARS = 700_000
const KEPT_MINUTES = 1_440
/** How long a process stands in the index without writing it anew, and how much is cleared at once. */
const STEP_MINUTES = 10
const CLEARED_AT_ONCE = 300
const AT_ONCE = 16

/** Which processes have put something there, from which minute to before which; a bucket is asked for no list. */
type Index = Record<string, { from: number; until: number }>
type Needed = Pick<Services, 'keys'> & { media: { beside: Beside } }
export type Span = { fromMs: number; untilMs: number }
export const isIn =
  ({ fromMs, untilMs }: Span) =>
  ({ at }: Writing): boolean =>
    at >= fromMs && at <= untilMs

const minuteOf = (at: number): number => Math.floor(at / 60_000)
const INDEX = 'index'

export type Keeper = (writings: readonly Writing[], now: number) => Promise<number>

/** Puts what one process remembers beside the witness, in an object a minute; how many found room. What is a day old goes. */
export function makeKeeper({ keys, media: { beside } }: Needed, name: string): Keeper {
  const process = randomUUID()
  let last = 0
  let own = { from: 0, until: 0 }
  return async (writings, now) => {
    const minute = Math.max(minuteOf(now), last + 1)
    // Whoever reads goes by the index: it stands first.
    if (minute >= own.until) {
      own = { from: own.from || minute, until: minute + STEP_MINUTES }
      const index = { ...(await readIndex(beside, name)), [process]: own }
      // What cannot be cleared now is cleared the next time.
      await clearOld(beside, name, index, minute).catch(() => undefined)
      own = index[process]!
      await beside.keep(pathOf(name, INDEX), JSON.stringify(index))
    }
    const { text, count } = linesOf(writings)
    const object = `${process}-${minute}`
    await beside.keep(pathOf(name, object), boxText(keys, text, boundTo(name, object)))
    last = minute
    return count
  }
}

/**
 * What lies there of this span and of all that came after; undefined when nobody says what was written in it, which is not the
 * same as nothing: a process that began later has put something too.
 */
export async function readBeside(
  { keys, media: { beside } }: Needed,
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

type Line = [Writing['user'], Writing['kind'], Writing['id'], Writing['revision'], Writing['at']]
const writingOf = ([user, kind, id, revision, at]: Line): Writing => ({ user, kind, id, revision, at })

/** Nothing where the master key is another one by now. */
function openedOrNothing(keys: Keys, boxed: string, bound: string): string | undefined {
  try {
    return unboxText(keys, boxed, bound)
  } catch {
    return undefined
  }
}

/** One that a full disk has cut short is none; it is made again by those that are running. */
async function readIndex(beside: Beside, name: string): Promise<Index> {
  try {
    return JSON.parse((await beside.read(pathOf(name, INDEX))) ?? '{}') as Index
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** Of every process, since who put it there may be gone. */
async function clearOld(beside: Beside, name: string, index: Index, now: number): Promise<void> {
  const old = now - KEPT_MINUTES + STEP_MINUTES
  for (const [process, { from, until }] of Object.entries(index)) {
    const cleared = Math.min(old, until, from + CLEARED_AT_ONCE)
    await inBites(minutes(from, cleared), (minute) => beside.remove(pathOf(name, `${process}-${minute}`)))
    if (cleared >= until) delete index[process]
    else if (cleared > from) index[process] = { from: cleared, until }
  }
}

async function inBites<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))))
  return done
}
