/** A crowd by its name: how many may be in it at once, and the refusal for a caller beyond that. */
type Place = { crowd: string; most: number; refusal: () => Error }

/** So many at once of each crowd – a person, an address, all –, and any further caller is refused at once: nobody waits. */
export function makeKeyedLimit() {
  const here = new Map<string, number>()

  function leave(crowd: string): void {
    const left = here.get(crowd)! - 1
    if (left === 0) here.delete(crowd)
    else here.set(crowd, left)
  }

  /** Takes a place in each crowd, or throws; the returned function gives the places back. */
  return (places: readonly Place[]): (() => void) => {
    for (const { crowd, most, refusal } of places) if ((here.get(crowd) ?? 0) >= most) throw refusal()
    for (const { crowd } of places) here.set(crowd, (here.get(crowd) ?? 0) + 1)
    return () => {
      for (const { crowd } of places) leave(crowd)
    }
  }
}
