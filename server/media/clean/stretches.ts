import type { Cut } from './cut.ts'

/** From `start` up to but without `end`, in bytes of the object. */
export type Stretch = { start: number; end: number }

/** The same bytes, each once and in order. */
export function merged(stretches: Stretch[]): Stretch[] {
  const result: Stretch[] = []
  for (const { start, end } of stretches.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (end > start) result.push({ start, end })
  }
  return result
}

/** What of the whole is in none of the kept; both are merged. */
export function gapsIn(whole: Stretch[], kept: Stretch[]): Stretch[] {
  const gaps: Stretch[] = []
  let next = 0
  for (const { start, end } of whole) {
    let at = start
    while (next < kept.length && kept[next]!.end <= at) next += 1
    for (let index = next; index < kept.length && kept[index]!.start < end; index++) {
      if (kept[index]!.start > at) gaps.push({ start: at, end: kept[index]!.start })
      at = Math.max(at, kept[index]!.end)
    }
    if (at < end) gaps.push({ start: at, end })
  }
  return gaps
}

/** Zeros in all gaps, but these bytes at the places that lie in one. */
export function filled(gaps: Stretch[], fillers: { at: number; bytes: Buffer }[]): Cut[] {
  const cuts: Cut[] = []
  fillers.sort((a, b) => a.at - b.at)
  let next = 0
  for (const { start, end } of gaps) {
    while (next < fillers.length && fillers[next]!.at < start) next += 1
    let last: Cut = { at: start, length: end - start }
    for (; next < fillers.length && fillers[next]!.at + fillers[next]!.bytes.length <= end; next++) {
      const { at, bytes } = fillers[next]!
      if (at > last.at) cuts.push({ ...last, length: at - last.at })
      last = { at, length: end - at, bytes }
    }
    cuts.push(last)
  }
  return cuts
}
