import type { Bytes } from '#server/platform/media/inspect/bytes.ts'
import { Broken } from './broken.ts'
import type { Cut } from './found.ts'
import { type Walk, walkOver } from './walk.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const LABEL = { control: 0xf9, comment: 0xfe, application: 0xff }
/** Extensions that say how often the pictures are repeated (three bytes behind the name), and the colour profile. */
const LOOPING = ['NETSCAPE2.0', 'ANIMEXTS1.0']
const PROFILE = 'ICCRGBG1012'
const LOOPS = Buffer.of(3, 1)
const BLOCK_BYTES = 256

/** Comments, texts and extensions of applications, but for looping and colour profile; what is behind the end. */
export async function gifCuts(bytes: Bytes): Promise<Cut[]> {
  const walk = walkOver(bytes)
  const head = await walk.at(0, 13)
  if (!/^GIF8[79]a/.test(head.toString('latin1', 0, 6))) throw new Broken()
  let hasImage = false
  for (let at = 13 + tableBytes(head[10]!); at < walk.size; ) {
    const kind = (await walk.at(at, 1))[0]
    hasImage ||= kind === IMAGE
    if (kind === TRAILER) {
      walk.cut(at + 1, walk.size - at - 1)
      break
    }
    at = await pass(walk, at, kind)
  }
  // A picture whose end was lost is shown as far as it goes.
  if (!hasImage) throw new Broken()
  return walk.cuts
}

/** Passes one block, and says where the next begins. */
async function pass(walk: Walk, at: number, kind: number | undefined): Promise<number> {
  if (kind === EXTENSION) return passExtension(walk, at + 1)
  if (kind !== IMAGE) throw new Broken()
  const flags = (await walk.at(at + 9, 1))[0]!
  return endOfBlocks(walk, at + 10 + tableBytes(flags) + 1)
}

async function passExtension(walk: Walk, at: number): Promise<number> {
  const label = (await walk.at(at, 1))[0]!
  const start = at + 1
  const end = await endOfBlocks(walk, start)
  const given = await givenBytes(walk, label, start, end)
  if (given === 'all') return end
  // An XMP says its lengths in no blocks: read as blocks it ends where decoders say, and new ones take their place.
  if (given === 0) walk.cut(at, 1, Buffer.of(LABEL.comment))
  const length = end - 1 - (start + given)
  walk.cut(start + given, length, emptyBlocks(length))
  return end
}

/** How many bytes of the extension others are given. */
async function givenBytes(walk: Walk, label: number, start: number, end: number): Promise<number | 'all'> {
  const head = await walk.at(start, Math.min(16, end - start))
  if (label === LABEL.control) {
    if (head[0] !== 4 || end - start !== 6) throw new Broken()
    return 'all'
  }
  if (label !== LABEL.application || head[0] !== 11) return 0
  const name = head.toString('latin1', 1, 12)
  if (name === PROFILE) return 'all'
  return LOOPING.includes(name) && head.subarray(12, 14).equals(LOOPS) ? 16 : 0
}

/** Behind the empty block that ends them. */
async function endOfBlocks(walk: Walk, start: number): Promise<number> {
  for (let at = start; ; ) {
    const length = (await walk.at(at, 1))[0]!
    at += 1 + length
    if (length === 0) return at
  }
}

/** So many bytes of blocks of zeros, each with its length in front; of one byte there is none. */
function emptyBlocks(length: number): Buffer {
  const blocks = Buffer.alloc(length)
  for (let at = 0; at < length; ) {
    const left = length - at
    const block = left === BLOCK_BYTES + 1 ? BLOCK_BYTES - 1 : Math.min(left, BLOCK_BYTES)
    blocks[at] = block - 1
    at += block
  }
  return blocks
}

const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
