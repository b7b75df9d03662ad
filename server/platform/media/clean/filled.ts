import type { Cut } from './found.ts'
import type { Range } from './ranges.ts'

/** Zeros in all gaps, but these bytes at the places that lie in one. */
export function filled(gaps: Range[], fillers: { at: number; bytes: Buffer }[]): Cut[] {
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
