import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Span } from '#server/platform/media/disk/reading.ts'
import type { MadeObjects, OpenedChunks } from '#server/platform/media/made.ts'

/** A part of a made object. */
export type Segment = { object: string; size: number; start: number; length: number }
/** A file of the archive that was made: its segments, one after another. */
export type MadeFile = Segment[]

/** Collects pieces for one made object; each is known by where it will lie. */
export function makeBlob(name: string) {
  const pieces: Buffer[] = []
  const segments: Segment[] = []
  let length = 0
  return {
    add(text: string | Buffer): Segment {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text
      const segment = { object: name, size: 0, start: length, length: bytes.length }
      pieces.push(bytes)
      segments.push(segment)
      length += bytes.length
      return segment
    },
    size: () => length,
    /** The segments know the size of the whole only now. */
    async write(made: MadeObjects): Promise<void> {
      for (const segment of segments) segment.size = length
      if (length > 0) await made.write(name, Buffer.concat(pieces))
    },
  }
}
export type Blob = ReturnType<typeof makeBlob>

/** So much is given at once: pieces are a few kilobytes, and each would be hashed, paced and written to the socket by itself. */
const GIVEN_BYTES = 256 * 1024

/** The bytes of a made file from `start` up to but without `end`; `opened` is for a reading of many files, which share chunks. */
export async function* readMadeFile(
  made: MadeObjects,
  file: MadeFile,
  span: Span,
  opened: OpenedChunks = new Map(),
): AsyncGenerator<Buffer, void, undefined> {
  let [held, bytes]: [Buffer[], number] = [[], 0]
  for await (const piece of readPieces(made, file, { ...span, opened })) {
    held.push(piece)
    bytes += piece.length
    if (bytes < GIVEN_BYTES) continue
    yield Buffer.concat(held)
    ;[held, bytes] = [[], 0]
  }
  if (bytes > 0) yield Buffer.concat(held)
}

/** Piece by piece; many of them lie in a chunk, which is opened once. */
async function* readPieces(
  made: MadeObjects,
  file: MadeFile,
  { start, end, opened }: Span & { opened: OpenedChunks },
): AsyncGenerator<Buffer, void, undefined> {
  let at = 0
  for (const { object, size, ...segment } of file) {
    const [from, to] = [Math.max(start, at) - at, Math.min(end, at + segment.length) - at]
    const span = { start: segment.start + from, end: segment.start + to }
    if (from < to) yield* made.read({ name: object, size }, span, opened)
    at += segment.length
  }
}

export const sizeOf = (file: MadeFile): number => file.reduce((sum, { length }) => sum + length, 0)

export async function sumsOf(made: MadeObjects, file: MadeFile): Promise<{ crc: number; sha256: string }> {
  const hash = createHash('sha256')
  let crc = 0
  for await (const piece of readMadeFile(made, file, { start: 0, end: sizeOf(file) })) {
    hash.update(piece)
    crc = crc32(piece, crc)
  }
  return { crc, sha256: hash.digest('hex') }
}

export async function readText(made: MadeObjects, file: MadeFile): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of readMadeFile(made, file, { start: 0, end: sizeOf(file) })) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString()
}
