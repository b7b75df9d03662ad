import { CAP_PIECE_BYTES, CAP_TAG_BYTES, capPiece, readCapHead } from '#contract/cap.ts'
import type { Services } from '#server/platform/context.ts'
import { Damaged, type Span } from '#server/platform/media/disk/reading.ts'
import type { MadeObjects, OpenedChunks } from '#server/platform/media/made.ts'
import { findForScrub } from '#server/platform/media/objects.ts'
import { readUpload } from '#server/platform/media/pieces.ts'
import { capFile } from '#server/upkeep/sunset/cap.ts'
import { type CapSource, MARK_BYTES } from './cap.ts'
import { readMadeFile, readText, sizeOf } from './madeFile.ts'

type Reading = Pick<Services, 'db' | 'keys' | 'media'> & { made: MadeObjects }

/**
 * The bytes of a `.cap` from `start` up to but without `end`: as it was planned, or none. Throws where an upload is not what it was then.
 */
export async function* readCap(
  reading: Reading,
  source: CapSource,
  { start, end, opened }: Span & { opened: OpenedChunks },
): AsyncGenerator<Buffer, void, undefined> {
  const head = readCapHead(Buffer.from(await readText(reading.made, [source.head])))!
  const first = Math.max(0, Math.floor((start - head.length) / (CAP_PIECE_BYTES + CAP_TAG_BYTES)))
  const lock = { key: Buffer.from(source.key, 'base64'), head }
  const content = contentFrom(reading, source, { start: first * CAP_PIECE_BYTES, end: head.bytes, opened })
  const marks = Buffer.from(source.marks, 'base64')
  let [at, index] = [first === 0 ? 0 : capPiece(head.length, head.bytes, first).start, first]
  for await (const bytes of capFile(lock, content, first)) {
    // The head comes first, and is nobody's to change: the pieces are bound to it.
    const isPiece = at >= head.length
    if (isPiece && !isMarked(bytes, marks, index++)) throw new Damaged(`in a .cap, piece ${index - 1}`)
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, bytes.length)]
    if (from < to) yield bytes.subarray(from, to)
    at += bytes.length
    if (at >= end) return
  }
}

const isMarked = (piece: Buffer, marks: Buffer, index: number): boolean =>
  piece.subarray(-MARK_BYTES).equals(marks.subarray(index * MARK_BYTES, (index + 1) * MARK_BYTES))

/** The content from `start` on: its beginning, then its uploads. */
async function* contentFrom(
  reading: Reading,
  { beginning, uploads }: CapSource,
  { start, end, opened }: Span & { opened: OpenedChunks },
): AsyncGenerator<Buffer, void, undefined> {
  const length = sizeOf([beginning])
  if (start < length) yield* readMadeFile(reading.made, [beginning], { start, end: length }, opened)
  let at = length
  for (const [key, size] of uploads) {
    const from = Math.max(start - at, 0)
    if (from < size && at < end) yield* uploadFrom(reading, key, { start: from, end: size })
    at += size
  }
}

async function* uploadFrom(reading: Reading, key: string, span: Span): AsyncGenerator<Buffer, void, undefined> {
  const object = await findForScrub(reading, key)
  if (!object) throw new Damaged(key)
  yield* readUpload(reading.media, object, span)
}
