/**
 * A stretch of an object that others are not given: it stays as long as it was, so that offsets and Range hold. `bytes`
 * stand at its beginning, zeros behind them; `at` and `length` in bytes of the object.
 */
export type Cut = { at: number; length: number; bytes?: Buffer }

/** Writes the cuts, where they meet it, into a piece of the object that begins at `from`. The piece is changed. */
export function overlay(piece: Buffer, from: number, cuts: readonly Cut[]): Buffer {
  for (const { at, length, bytes } of cuts) {
    const start = Math.max(at, from)
    const end = Math.min(at + length, from + piece.length)
    if (start >= end) continue
    piece.fill(0, start - from, end - from)
    bytes?.subarray(start - at, end - at).copy(piece, start - from)
  }
  return piece
}
