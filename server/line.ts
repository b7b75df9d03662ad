/** A place in a line, made once for whoever stands in it now and then. */
export type Place<T> = { readonly of: T; before: Place<T> | undefined; after: Place<T> | undefined }

export const placeOf = <T>(of: T): Place<T> => ({ of, before: undefined, after: undefined })

/**
 * Who stands in it, the longest first; in and out cost the same however many there are. Not a Set, where they come and go with
 * every request: a Set that fills and empties leaves tables behind that each refer to the next, and once one of them is old,
 * all that came after is kept with it, and what was in it, until the whole heap is looked through (docs/decisions/058).
 */
export function makeLine<T>() {
  const ends = placeOf(undefined as T)
  ends.before = ends
  ends.after = ends
  let length = 0

  function leave(place: Place<T>): void {
    if (!place.before || !place.after) return
    place.before.after = place.after
    place.after.before = place.before
    place.before = undefined
    place.after = undefined
    length -= 1
  }

  /** To its end, from wherever in it. */
  function join(place: Place<T>): void {
    leave(place)
    const last = ends.before!
    place.before = last
    place.after = ends
    last.after = place
    ends.before = place
    length += 1
  }

  function each(tell: (of: T) => void): void {
    for (let place = ends.after!; place !== ends; place = place.after!) tell(place.of)
  }

  return { join, leave, each, first: (): T | undefined => ends.after!.of, length: (): number => length }
}

export type Line<T> = ReturnType<typeof makeLine<T>>
