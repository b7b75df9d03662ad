import type { Bytes } from '#server/platform/media/inspect/bytes.ts'
import { Broken } from './broken.ts'
import type { Cut } from './found.ts'
import { turnedOnly } from './orientation.ts'
import { type Walk, walkOver } from './walk.ts'

/** Chunks that make up what is seen; a frame has chunks of its own behind its header. */
const CHUNKS = ['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']
const FRAME_CHUNKS = ['VP8 ', 'VP8L', 'ALPH']
const FRAME_HEADER_BYTES = 16
/** Of the first byte of VP8X. */
const FLAG = { exif: 0x08, xmp: 0x04 }
const EMPTY = Buffer.from('VOID')

type Chunk = { type: string; at: number; start: number; end: number }

/** Every chunk that is not part of what is seen, but for the orientation; what is behind the end. */
export async function webpCuts(bytes: Bytes): Promise<Cut[]> {
  const walk = walkOver(bytes)
  const head = await walk.at(0, 12)
  const end = 8 + head.readUInt32LE(4)
  if (!/^RIFF.{4}WEBP$/s.test(head.toString('latin1')) || end > walk.size) throw new Broken()
  const chunks = chunksOf(walk, 12, end)
  const { value: first } = await chunks.next()
  if (!first || !['VP8X', 'VP8 ', 'VP8L'].includes(first.type)) throw new Broken()
  const header = first.type === 'VP8X' ? await walk.at(first.start, 1) : Buffer.of(0)
  const flags = header[0]!
  let left = flags & ~(FLAG.exif | FLAG.xmp)
  // Decoders look only for what the header promises, and for one Exif.
  for await (const chunk of chunks)
    if (await cutChunk(walk, chunk, (flags & ~left & FLAG.exif) !== 0)) left |= FLAG.exif
  if (left !== flags) walk.cut(first.start, 1, Buffer.of(left))
  walk.cut(end, walk.size - end)
  return walk.cuts
}

/** Says whether an orientation was left in it. */
async function cutChunk(walk: Walk, chunk: Chunk, mayTurn: boolean): Promise<boolean> {
  const { type, start, end } = chunk
  if (type === 'ANMF') await cutFrame(walk, chunk)
  if (CHUNKS.includes(type)) return false
  const turned = mayTurn && type === 'EXIF' ? await turnedOnly(walk, start, end - start) : undefined
  if (turned) walk.cut(start, end - start, turned)
  else empty(walk, chunk)
  return turned !== undefined
}

async function cutFrame(walk: Walk, { start, end }: Chunk): Promise<void> {
  if (end - start < FRAME_HEADER_BYTES) throw new Broken()
  for await (const chunk of chunksOf(walk, start + FRAME_HEADER_BYTES, end)) {
    if (!FRAME_CHUNKS.includes(chunk.type)) empty(walk, chunk)
  }
}

function empty(walk: Walk, { at, start, end }: Chunk): void {
  walk.cut(at, 4, EMPTY)
  walk.cut(start, end - start)
}

/** The chunks between these two; fewer bytes than a chunk's head has are none. */
async function* chunksOf(walk: Walk, from: number, end: number): AsyncGenerator<Chunk, undefined> {
  let at = from
  while (at + 8 <= end) {
    const head = await walk.at(at, 8)
    const length = head.readUInt32LE(4)
    const start = at + 8
    if (start + length > end) throw new Broken()
    yield { type: head.toString('latin1', 0, 4), at, start, end: start + length }
    // One of an odd length is followed by a byte that fills it up.
    at = start + length + (length % 2)
  }
  walk.cut(Math.min(at, end), Math.max(0, end - at))
}
