import { viewOf } from './sniff.ts'

/** How many pixels a picture may have: JPEG grows smaller while it is read, so that it may have more. */
export const PIXELS_MOST = { jpeg: 220_000_000, other: 100_000_000 }
/** The most memory for a picture that is held whole while it is read (docs/performance.md). */
const HELD_BYTES_MOST = 240_000_000

/** Within these first bytes almost every picture states its size. */
export const PICTURE_HEAD_BYTES = 512 * 1024

export const PIXELS = {
  tooMany: '图片像素过大（最多2亿）',
  heldWhole: '图片像素过大，请另存为普通JPEG后再选择',
} as const

/** `held`: bytes a pixel that lie in memory all at once where a picture cannot be read line by line; else 0. */
type Size = { width: number; height: number; held: number }

/** Why no small version of this picture could be made, or undefined. */
export function whyNotPixels(mime: string, { width, height, held }: Size): string | undefined {
  const pixels = width * height
  if (pixels > PIXELS_MOST[mime === 'image/jpeg' ? 'jpeg' : 'other']) return PIXELS.tooMany
  return pixels * held > HELD_BYTES_MOST ? PIXELS.heldWhole : undefined
}

/** The size that a picture of this type states; undefined where these first bytes do not state it. */
export function sizeOf(mime: string, first: Uint8Array): Size | undefined {
  try {
    return SIZE_OF[mime]?.(viewOf(first))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const SIZE_OF: Record<string, (bytes: DataView) => Size | undefined> = {
  'image/jpeg': sizeOfJpeg,
  'image/png': (bytes) => ({
    width: bytes.getUint32(16),
    height: bytes.getUint32(20),
    held: bytes.getUint8(28) === 0 ? 0 : PNG_CHANNELS[bytes.getUint8(25)]! * (bytes.getUint8(24) === 16 ? 2 : 1),
  }),
  'image/gif': (bytes) => ({ width: bytes.getUint16(6, true), height: bytes.getUint16(8, true), held: GIF_HELD }),
  'image/webp': sizeOfWebp,
}

/** By colour type; a palette may be transparent. */
const PNG_CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }
/** A picture in four colours, and what its lines are before. */
const GIF_HELD = 5
const WEBP_LOSSLESS_HELD = 4
/** Two whole frames in four colours. */
const WEBP_MOVING_HELD = 8

const JPEG = { start: 0xd8, scan: 0xda, end: 0xd9 }
const COEFFICIENT_BYTES = 2
/** Frame markers, except tables of Huffman (c4), of arithmetic coding (cc), and c8, which is no frame. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isInPasses = (marker: number): boolean => [0xc2, 0xc6, 0xca, 0xce].includes(marker)

/** From frame to first scan: a picture that comes in several scans is held whole until the last. */
function sizeOfJpeg(bytes: DataView): Size | undefined {
  let frame: (Size & { components: number; inPasses: boolean }) | undefined
  for (let at = 2; ; ) {
    const marker = bytes.getUint8(at + 1)
    // Stray bytes between segments, which decoders skip, and bytes that fill.
    if (bytes.getUint8(at) !== 0xff || marker === 0xff) {
      at += 1
      continue
    }
    if (marker === JPEG.end) return undefined
    if (marker === JPEG.scan) {
      if (!frame) return undefined
      const isWhole = frame.inPasses || bytes.getUint8(at + 4) < frame.components
      return { width: frame.width, height: frame.height, held: isWhole ? frame.held : 0 }
    }
    if (isFrame(marker)) frame ??= frameAt(bytes, at)
    at += 2 + bytes.getUint16(at + 2)
  }
}

function frameAt(bytes: DataView, at: number) {
  const components = bytes.getUint8(at + 9)
  const samplings = Array.from({ length: components }, (_, index) => bytes.getUint8(at + 11 + index * 3))
  const across = samplings.map((sampling) => sampling >> 4)
  const down = samplings.map((sampling) => sampling & 15)
  const samples = across.reduce((sum, one, index) => sum + one * down[index]!, 0)
  return {
    width: bytes.getUint16(at + 7),
    height: bytes.getUint16(at + 5),
    held: (COEFFICIENT_BYTES * samples) / (Math.max(...across) * Math.max(...down)),
    components,
    inPasses: isInPasses(bytes.getUint8(at + 1)),
  }
}

const CHUNK = { ANIM: 0x414e494d, VP8L: 0x5650384c, VP8: 0x56503820 }

/** A simple picture says its size at once; an extended one its canvas, and further on what it is made of. */
function sizeOfWebp(bytes: DataView): Size | undefined {
  const canvas = { width: 1 + uint24(bytes, 24), height: 1 + uint24(bytes, 27) }
  for (let at = 12; ; at += 8 + evened(bytes.getUint32(at + 4, true))) {
    const kind = bytes.getUint32(at)
    if (kind === CHUNK.ANIM) return { ...canvas, held: WEBP_MOVING_HELD }
    if (kind === CHUNK.VP8L) return { ...packedSize(bytes.getUint32(at + 9, true)), held: WEBP_LOSSLESS_HELD }
    if (kind === CHUNK.VP8) return { width: sideAt(bytes, at + 14), height: sideAt(bytes, at + 16), held: 0 }
  }
}

const SIDE_BITS = 14
const SIDE_MASK = (1 << SIDE_BITS) - 1
const packedSize = (packed: number) => ({
  width: 1 + (packed & SIDE_MASK),
  height: 1 + ((packed >> SIDE_BITS) & SIDE_MASK),
})
const sideAt = (bytes: DataView, at: number): number => bytes.getUint16(at, true) & SIDE_MASK
const uint24 = (bytes: DataView, at: number): number => bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 65536
/** A chunk of odd length has a byte more. */
const evened = (length: number): number => length + (length % 2)
