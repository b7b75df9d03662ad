import { CHUNK_BYTES, type Place } from './cipher.ts'

/** `plain` is good until the next chunk is asked for: one buffer serves them all. */
export type Chunk = Place & { plain: Buffer }

/** Cuts a stream into full chunks and a last one; nothing when the stream is empty. */
export async function* chunked(source: AsyncIterable<Buffer>): AsyncGenerator<Chunk, void, undefined> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let filled = 0
  let index = 0
  for await (let piece of source) {
    while (piece.length > 0) {
      // Only now is it known that a full one is not the last.
      if (filled === CHUNK_BYTES) {
        yield { plain: buffer, index, last: false }
        index += 1
        filled = 0
      }
      const taken = piece.copy(buffer, filled)
      filled += taken
      piece = piece.subarray(taken)
    }
  }
  if (filled > 0) yield { plain: buffer.subarray(0, filled), index, last: true }
}

/** The chunk taken out to be looked at, and then the rest; a reader that stops at the first one stops the rest as well. */
export async function* following<T>(first: T, rest: AsyncGenerator<T, void, undefined>): AsyncGenerator<T> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return()
  }
}
