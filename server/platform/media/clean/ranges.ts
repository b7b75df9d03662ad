/** A stretch of an object: from its first byte to the one behind its last. */
export type Range = { start: number; end: number }

/** The parts of the first ranges that lie in none of the others. */
export function without(ranges: readonly Range[], others: readonly Range[]): Range[] {
  const taken = joined(others)
  const left: Range[] = []
  let next = 0
  for (const { start, end } of joined(ranges)) {
    let at = start
    while (next < taken.length && taken[next]!.end <= at) next += 1
    for (let index = next; index < taken.length && taken[index]!.start < end; index++) {
      if (taken[index]!.start > at) left.push({ start: at, end: taken[index]!.start })
      at = Math.max(at, taken[index]!.end)
    }
    if (at < end) left.push({ start: at, end })
  }
  return left
}

/** The bytes of these ranges, each once: in order, none empty, none that touches the next. */
export function joined(ranges: readonly Range[]): Range[] {
  const whole: Range[] = []
  for (const { start, end } of ranges.filter((range) => range.start < range.end).sort((a, b) => a.start - b.start)) {
    const last = whole.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else whole.push({ start, end })
  }
  return whole
}
