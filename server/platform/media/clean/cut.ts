import { Broken } from './broken.ts'
import type { Cut } from './found.ts'

/** A picture has some dozens, a trimmed film some thousands; a hostile one may have millions, which would fill the memory. */
export const CUTS_MOST = 50_000

/** By their places, once for all pieces that they are written into; of two at one place nobody could say which holds. */
export function inOrder(cuts: readonly Cut[]): Cut[] {
  const ordered = [...cuts].sort((a, b) => a.at - b.at)
  if (ordered.some(({ at, length }, index) => at + length > (ordered[index + 1]?.at ?? Number.POSITIVE_INFINITY)))
    throw new Broken('cut twice')
  return ordered
}

/** Writes the cuts, which are in order, where they meet it into a piece of the object that begins at `from`. The piece is changed. */
export function overlay(piece: Buffer, from: number, cuts: readonly Cut[]): Buffer {
  for (let index = firstBehind(cuts, from); index < cuts.length; index++) {
    const { at, length, bytes } = cuts[index]!
    if (at >= from + piece.length) break
    const start = Math.max(at, from)
    const end = Math.min(at + length, from + piece.length)
    piece.fill(0, start - from, end - from)
    bytes?.subarray(start - at, end - at).copy(piece, start - from)
  }
  return piece
}

/** The first that ends behind this place. */
function firstBehind(cuts: readonly Cut[], place: number): number {
  let [low, high] = [0, cuts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (cuts[middle]!.at + cuts[middle]!.length > place) high = middle
    else low = middle + 1
  }
  return low
}
