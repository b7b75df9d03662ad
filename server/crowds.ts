import type { Fail } from '#server/fail.ts'

/** A crowd by its name: how many may be in it at once, and what whoever comes beyond is told. */
type Place = { crowd: string; most: number; refusal: () => Fail }

/** Counts who is under way, by crowds of this process. */
export function makeCrowds() {
  const here = new Map<string, number>()

  function leave(crowd: string): void {
    const left = here.get(crowd)! - 1
    if (left === 0) here.delete(crowd)
    else here.set(crowd, left)
  }

  /** Takes a place in each of them, or throws; what it answers gives them back. */
  return (places: readonly Place[]): (() => void) => {
    for (const { crowd, most, refusal } of places) if ((here.get(crowd) ?? 0) >= most) throw refusal()
    for (const { crowd } of places) here.set(crowd, (here.get(crowd) ?? 0) + 1)
    return () => {
      for (const { crowd } of places) leave(crowd)
    }
  }
}
