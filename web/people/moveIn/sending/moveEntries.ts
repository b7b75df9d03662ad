import { IMPORT_BYTES_MAX, IMPORT_ENTRIES_MAX } from '#contract/limits.ts'
import { call } from '#web/client/api.ts'
import { CallError, fieldOf } from '#web/client/transport.ts'
import { atMost } from './atMost.ts'
import type { Course } from './course.ts'
import { type Made, makeEntry } from './makeEntry.ts'
import { steadily } from './steadily.ts'

const ENTRIES_AT_ONCE = 3
/** For the words that the server adds where an entry does not say them. */
const ADDED_BYTES = 200
const TOO_LARGE = '内容太大了'

/** Sends the entries a batch at a time, each behind its files. An entry that the server knows already does no harm. */
export async function moveEntries(course: Course): Promise<void> {
  const { reader, places } = course
  for (let at = 0; at < places.length; at += IMPORT_ENTRIES_MAX) {
    await course.untilWanted()
    const entries = await reader.entries(places.slice(at, at + IMPORT_ENTRIES_MAX))
    course.signal.throwIfAborted()
    const made = await atMost(ENTRIES_AT_ONCE, entries, (entry) => makeEntry(course, entry))
    for (const part of partsOf(made.filter((one) => one !== undefined))) await send(course, part)
  }
}

const bytesOf = ({ input }: Made): number => new TextEncoder().encode(JSON.stringify(input)).length + ADDED_BYTES

/** As few parts as a call's bytes allow, in order. */
export function partsOf(made: readonly Made[]): Made[][] {
  const parts: Made[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const one of made) {
    const own = bytesOf(one)
    if (bytes + own > IMPORT_BYTES_MAX) {
      parts.push([])
      bytes = ADDED_BYTES
    }
    parts.at(-1)!.push(one)
    bytes += own
  }
  return parts
}

/** Sends a part; an entry that the server refuses is left out by its name, and the others go without it. */
async function send(course: Course, part: readonly Made[]): Promise<void> {
  const { batchId, reader, signal, onLeftOut } = course
  let going = part
  const [alone] = part
  if (part.length === 1 && bytesOf(alone!) > IMPORT_BYTES_MAX) return onLeftOut({ name: alone!.name, why: TOO_LARGE })
  while (going.length > 0) {
    await course.untilWanted()
    const entries = going.map(({ input }) => input)
    const input = { batch_id: batchId, source: reader.outline.source, entries }
    try {
      await steadily(() => call('importDiaries', input, { signal }), course)
      return course.onWritten(going.length)
    } catch (error) {
      const refused = going[refusedPlace(error) ?? -1]
      if (!refused) throw error
      onLeftOut({ name: refused.name, why: (error as CallError).message })
      going = going.filter((one) => one !== refused)
    }
  }
}

/** The place of the entry that a refusal is about, among those that were sent. */
function refusedPlace(error: unknown): number | undefined {
  const at = error instanceof CallError ? /^entries\.(\d+)(?:\.|$)/.exec(fieldOf(error) ?? '')?.[1] : undefined
  return at === undefined ? undefined : Number(at)
}
