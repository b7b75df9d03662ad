import { setImmediate } from 'node:timers/promises'
import type { Samples } from './samples.ts'

/** From `start` up to but without `end`, by a track's clock. */
export type Part = { start: number; end: number }

/**
 * Which samples are needed to show these parts: for each of them from the last sample at or before its first moment that decoding
 * can begin with, to the last that is shown, in the order of decoding. `lead`: so much earlier decoding has to begin.
 * Everybody else has a turn between two parts, each of which looks at all samples.
 */
export async function neededSamples(
  { times, isSync }: Samples,
  parts: readonly Part[],
  lead: number,
): Promise<Uint8Array> {
  const needed = new Uint8Array(times.length)
  for (const part of parts) {
    await setImmediate()
    const range = shownRange(times, { start: part.start - lead, end: part.end })
    if (!range) continue
    let from = range.first
    while (from > 0 && !(isSync(from) && times[from]! <= range.earliest)) from -= 1
    needed.fill(1, from, range.last + 1)
  }
  return needed
}

/** The first and last sample shown, and the earliest time of one; what is on the screen when the part begins is the first. */
function shownRange(
  times: number[],
  { start, end }: Part,
): { first: number; last: number; earliest: number } | undefined {
  let standing = Number.NEGATIVE_INFINITY
  for (const time of times) if (time <= start && time > standing) standing = time
  let [first, last, earliest] = [-1, -1, Number.POSITIVE_INFINITY]
  times.forEach((time, index) => {
    if (time < standing || time >= end) return
    if (first < 0) first = index
    last = index
    earliest = Math.min(earliest, time)
  })
  return first < 0 ? undefined : { first, last, earliest }
}
