import { crc32 } from 'node:zlib'
import type { Bytes } from '#server/platform/media/inspect/bytes.ts'
import { Broken } from './broken.ts'
import type { Cut } from './found.ts'
import { turnedOnly } from './orientation.ts'
import { type Walk, walkOver } from './walk.ts'

const SIGNATURE = '89504e470d0a1a0a'
const ANY = Number.POSITIVE_INFINITY
/** Chunks that make up what is seen, each with the most bytes it may have (PNG, third edition; JPEG's and Adobe's are none). */
const CHUNKS: Record<string, number> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: ANY,
  IEND: 0,
  tRNS: 256,
  cHRM: 32,
  gAMA: 4,
  iCCP: ANY,
  sBIT: 4,
  sRGB: 1,
  cICP: 4,
  mDCV: 24,
  cLLI: 8,
  bKGD: 6,
  pHYs: 9,
  sPLT: ANY,
  hIST: 512,
  acTL: 8,
  fcTL: 26,
  fdAT: ANY,
}
/** An ancillary, private chunk by its letters, so that no decoder looks into it. */
const EMPTY = Buffer.from('voId')
const ZEROS = Buffer.alloc(64 * 1024)

type Chunk = { type: string; start: number; end: number }
type Seen = { data: boolean; turned: boolean }

/** Every chunk that is not part of what is seen, but for the orientation; what is behind the end. */
export async function pngCuts(bytes: Bytes): Promise<Cut[]> {
  const walk = walkOver(bytes)
  if ((await walk.at(0, 8)).toString('hex') !== SIGNATURE) throw new Broken()
  const seen: Seen = { data: false, turned: false }
  for (let at = 8; ; ) {
    const chunk = await chunkAt(walk, at)
    if ((at === 8) !== (chunk.type === 'IHDR')) throw new Broken()
    seen.data ||= chunk.type === 'IDAT'
    await cutChunk(walk, chunk, seen)
    at = chunk.end + 4
    if (chunk.type === 'IEND') break
  }
  return walk.cuts
}

async function chunkAt(walk: Walk, at: number): Promise<Chunk> {
  const head = await walk.at(at, 8)
  const start = at + 8
  const end = start + head.readUInt32BE(0)
  // Four bytes of checksum follow.
  if (end + 4 > walk.size) throw new Broken()
  return { type: head.toString('latin1', 4, 8), start, end }
}

async function cutChunk(walk: Walk, { type, start, end }: Chunk, seen: Seen): Promise<void> {
  const length = end - start
  if (type === 'IEND') {
    if (!seen.data || length > 0) throw new Broken()
    return walk.cut(end + 4, walk.size - end - 4)
  }
  if (length <= (CHUNKS[type] ?? -1)) return
  // Without a chunk whose first letter is a capital nobody can show the picture.
  if (!/^[a-z][A-Za-z]{3}$/.test(type)) throw new Broken()
  const turned = type === 'eXIf' && !seen.turned ? await turnedOnly(walk, start, length) : undefined
  seen.turned ||= turned !== undefined
  const named = turned ? Buffer.concat([Buffer.from(type), turned.subarray(0, length)]) : EMPTY
  walk.cut(start - 4, length + 4, named)
  walk.cut(end, 4, checksumOf(named, length + 4))
}

/** Of these bytes and so many zeros behind them that there are `length`. */
function checksumOf(bytes: Buffer, length: number): Buffer {
  let sum = crc32(bytes)
  for (let left = length - bytes.length; left > 0; left -= ZEROS.length) {
    sum = crc32(ZEROS.subarray(0, Math.min(left, ZEROS.length)), sum)
  }
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(sum)
  return checksum
}
