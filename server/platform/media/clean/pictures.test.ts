import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Bytes, bytesOver } from '#server/platform/media/inspect/bytes.ts'
import {
  type Carrying,
  cameraExif,
  carryingPictures,
  chunk,
  type PictureKind,
  segment,
  striped,
} from '#test/carrying.ts'
import { box } from '#test/heif.ts'
import { avc1, movie } from '#test/movie.ts'
import { Broken } from './broken.ts'
import { inOrder, overlay } from './cut.ts'
import type { Cut } from './found.ts'
import { gifCuts } from './gif.ts'
import { heifCuts } from './heif.ts'
import { jpegCuts } from './jpeg.ts'
import { pngCuts } from './png.ts'
import { webpCuts } from './webp.ts'

const CUTS: Record<PictureKind, (bytes: Bytes) => Promise<Cut[]>> = {
  jpeg: jpegCuts,
  png: pngCuts,
  gif: gifCuts,
  webp: webpCuts,
  heif: heifCuts,
}
/** How long the first box of a movie is, which a picture has already. */
const FTYP_BYTES = 20
const KINDS = Object.keys(CUTS) as PictureKind[]

const cutsOf = (kind: PictureKind, bytes: Buffer): Promise<Cut[]> =>
  CUTS[kind](bytesOver(bytes.length, async (start, end) => bytes.subarray(start, end)))
const cleaned = async (kind: PictureKind, bytes: Buffer): Promise<Buffer> =>
  overlay(Buffer.from(bytes), 0, inOrder(await cutsOf(kind, bytes)))

/** Whole, with all of its frames, and with warnings as errors: a decoder sees nothing wrong. */
const pixelsOf = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { animated: true, failOn: 'warning' }).raw().toBuffer()
async function shownAs(bytes: Buffer) {
  const { width, height, orientation, icc, pages, loop, delay } = await sharp(bytes).metadata()
  return { width, height, orientation, icc, pages, loop, delay }
}

let pictures: Carrying[]
beforeAll(async () => {
  pictures = await carryingPictures()
})

describe.each(KINDS)('What others are given of a picture: %s', (kind) => {
  const each = async (check: (picture: Carrying, clean: Buffer) => Promise<void> | void): Promise<void> => {
    for (const picture of pictures.filter((one) => one.kind === kind))
      await check(picture, await cleaned(kind, picture.bytes))
  }

  test('no place, serial, maker note, thumbnail, words or trailer is in it', () =>
    each(({ name, bytes, secrets }, clean) => {
      expect(secrets.length).toBeGreaterThan(0)
      for (const secret of secrets) {
        expect(bytes.includes(secret), `${name}: ${secret} before`).toBe(true)
        expect(clean.includes(secret), `${name}: ${secret} after`).toBe(false)
      }
      expect(clean.toString('latin1'), name).not.toContain('CARRIED')
      expect(clean.toString('latin1').split('II*\0').length, name).toBeLessThanOrEqual(2)
    }))

  test('it is as long, shows the same pixels and is turned and coloured the same', () =>
    each(async ({ name, bytes }, clean) => {
      expect(clean.length, name).toBe(bytes.length)
      expect((await pixelsOf(clean)).equals(await sharp(bytes, { animated: true }).raw().toBuffer()), name).toBe(true)
      expect(await shownAs(clean), name).toEqual(await shownAs(bytes))
    }))

  test('cut a second time it stays as it is', () =>
    each(async ({ name }, clean) => {
      expect((await cleaned(kind, clean)).equals(clean), name).toBe(true)
    }))

  test(
    'cut off anywhere or with bytes turned, it is cut inside of itself for good, or called broken',
    () =>
      each(async ({ name, bytes }) => {
        const chance = chanceFrom(39)
        for (let end = 0; end < bytes.length; end++) await expectSound(kind, bytes.subarray(0, end), name)
        for (let round = 0; round < 400; round++) await expectSound(kind, turned(bytes, chance), name)
      }),
    120_000,
  )
})

describe('What nobody makes by mistake', () => {
  const size = Buffer.from('ffc0000b080001000101011100', 'hex')
  const scan = Buffer.from('ffda0008010100003f00', 'hex')
  const many = (count: number, bytes: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => bytes))
  const start = Buffer.of(0xff, 0xd8)
  const png = (...chunks: Buffer[]): Buffer =>
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', Buffer.alloc(13)), ...chunks])

  test('ten thousand segments with words are all emptied', async () => {
    const jpeg = Buffer.concat([
      start,
      many(10_000, segment(0xe9, Buffer.from('WORDS'))),
      size,
      scan,
      Buffer.of(1, 0xff, 0xd9),
    ])
    expect((await cleaned('jpeg', jpeg)).includes('WORDS')).toBe(false)
    const chunks = png(
      many(10_000, chunk('teXt', Buffer.from('WORDS'))),
      chunk('IDAT', Buffer.alloc(0)),
      chunk('IEND', Buffer.alloc(0)),
    )
    expect((await cleaned('png', chunks)).includes('WORDS')).toBe(false)
  })

  test('hundreds of markers behind bytes of fill are no more than they are', async () => {
    const filled = many(200, Buffer.concat([Buffer.of(0xff, 0xff), segment(0xe9, Buffer.from('WORDS'))]))
    const jpeg = Buffer.concat([start, filled, size, scan, Buffer.of(1, 0xff, 0xd9)])
    expect((await cleaned('jpeg', jpeg)).includes('WORDS')).toBe(false)
  })

  test.each<[string, PictureKind, () => Buffer]>([
    ['millions of segments', 'jpeg', () => Buffer.concat([start, many(1_000_000, segment(0xe9, Buffer.of(1)))])],
    ['millions of chunks', 'png', () => png(many(1_000_000, chunk('teXt', Buffer.of(1))))],
    ['a chunk that nobody may pass over', 'png', () => png(chunk('CgBI', Buffer.alloc(4)))],
    ['a chunk that ends outside', 'png', () => png(Buffer.from('7fffffff49444154', 'hex'))],
    ['a scan without a frame', 'jpeg', () => Buffer.concat([start, scan, Buffer.of(1, 0xff, 0xd9)])],
    ['a scan without an end', 'jpeg', () => Buffer.concat([start, size, scan, Buffer.from('TRAILER')])],
    ['nothing but a beginning', 'jpeg', () => start],
    [
      'boxes in boxes without a picture',
      'heif',
      () => Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0')), box('mdat')]),
    ],
  ])('%s: %s is broken', async (_, kind, make) => {
    await expect(cutsOf(kind, make())).rejects.toThrow(Broken)
  })

  test('extents that take no bytes are counted', async () => {
    const { bytes } = pictures.find(({ name }) => name === 'a thumbnail of tiles')!
    const hostile = Buffer.from(bytes)
    const at = hostile.indexOf('iloc') + 4
    // Neither offsets nor lengths, and 65,535 items of 65,535 extents each.
    hostile.fill(0, at + 4, at + 6)
    hostile.fill(0xff, at + 6, at + 60)
    await expect(cutsOf('heif', hostile)).rejects.toThrow(Broken)
  })

  test('references to a hundred thousand items are broken', async () => {
    const { bytes } = pictures.find(({ name }) => name === 'a thumbnail of tiles')!
    await expect(cutsOf('heif', referring(bytes, 1))).resolves.toBeDefined()
    await expect(cutsOf('heif', referring(bytes, 2))).rejects.toThrow(Broken)
  })

  test('of a picture that has a movie in it too, only what is not the movie goes', async () => {
    const { bytes } = pictures.find(({ name }) => name === 'in a box of its own')!
    const clean = await cleaned('heif', Buffer.concat([bytes, animation()]))
    const behind = clean.subarray(bytes.length)
    expect(clean.toString('latin1').match(/[A-Z]+-CARRIED/g)).toEqual(['LOST-CARRIED'])
    expect(['tkhd', 'stco', 'avcC', 'SAMPLE'].filter((kept) => !behind.includes(kept))).toEqual([])
  })

  test('pictures in motion beside something else are broken', async () => {
    const { bytes } = pictures.find(({ name }) => name === 'in a box of its own')!
    await expect(cutsOf('heif', Buffer.concat([bytes, animation('meta')]))).rejects.toThrow(Broken)
  })

  test('fifty megabytes of a scan are read in pieces and left as they are', async () => {
    const data = Buffer.alloc(50 * 1024 * 1024 - 1024, Buffer.of(0xff, 0))
    const jpeg = Buffer.concat([start, size, scan, data, Buffer.from('ffd9', 'hex'), Buffer.from('BEHIND')])
    expect(await cutsOf('jpeg', jpeg)).toEqual([{ at: jpeg.length - 6, length: 6 }])
  })
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a picture that is turned as %i stays so, and its Exif says nothing else',
  async (orientation) => {
    const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), cameraExif(orientation)]))
    const plain = await striped().jpeg().toBuffer()
    const clean = await cleaned('jpeg', Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)]))
    const metadata = await sharp(clean).metadata()
    expect(metadata.orientation).toBe(orientation)
    expect(metadata.exif!.filter((byte) => byte !== 0).length).toBeLessThan(16)
  },
)

test('the header of a WebP promises no XMP, and an Exif only where an orientation is left', async () => {
  const webps = pictures.filter(({ kind, bytes }) => kind === 'webp' && bytes.includes('VP8X'))
  const promised = await Promise.all(webps.map(async ({ bytes }) => (await cleaned('webp', bytes))[20]! & 0x0c))
  expect(webps.map(({ bytes }) => bytes[20]! & 0x0c)).toEqual([0x0c, 0x0c, 0])
  expect(promised).toEqual([0x08, 0x08, 0])
})

test('every checksum of a PNG is right', async () => {
  for (const { name, bytes } of pictures.filter(({ kind }) => kind === 'png')) {
    const clean = await cleaned('png', bytes)
    const end = clean.indexOf('IEND')
    for (let at = 8; at < end; at += 12 + clean.readUInt32BE(at)) {
      const content = clean.subarray(at + 8, at + 8 + clean.readUInt32BE(at))
      const whole = chunk(clean.toString('latin1', at + 4, at + 8), content)
      expect(clean.subarray(at, at + whole.length).equals(whole), `${name}, at ${at}`).toBe(true)
    }
  }
})

test.each(['hvcC', 'lhvC', 'av1C', 'avcC', 'vvcC', 'evcC', 'jpgC', 'uncC'])(
  'a HEIF keeps its decoder’s %s, byte for byte',
  async (type) => {
    const { bytes } = pictures.find(({ kind, name }) => kind === 'heif' && name === 'a camera')!
    const other = renamed(renamed(bytes, 'av01', 'hvc1'), 'av1C', type)
    const at = other.indexOf(type)
    const setup = other.subarray(at - 4, at - 4 + other.readUInt32BE(at - 4))
    expect((await cleaned('heif', other)).includes(setup)).toBe(true)
  },
)

test('a picture without anything but itself has no cuts', async () => {
  const [jpeg, png, webp] = await Promise.all(
    [striped().jpeg(), striped().png(), striped().webp()].map((one) => one.toBuffer()),
  )
  expect(await Promise.all([cutsOf('jpeg', jpeg!), cutsOf('png', png!), cutsOf('webp', webp!)])).toEqual([[], [], []])
})

/** As AVIF and HEIC have them, with what telephones write into a movie. */
function animation(handler = 'pict'): Buffer {
  const place = box('udta', box('\xa9xyz', Buffer.from('XYZ-CARRIED')))
  const xmp = box('uuid', Buffer.from('0123456789abcdefUUID-CARRIED'))
  const keys = box('meta', Buffer.from('KEYS-CARRIED'))
  const samples = [Buffer.from('SAMPLE')]
  const track = { handler, samples, description: avc1(xmp), more: [place, keys], tables: [xmp] }
  return movie({ tracks: [track], moov: [place, keys, xmp] }).subarray(FTYP_BYTES)
}

/** References in place of its own, so many times 65,535; what lies behind moves, and its places say so. */
function referring(bytes: Buffer, times: number): Buffer {
  const [meta, iref, iloc] = ['meta', 'iref', 'iloc'].map((type) => bytes.indexOf(type) - 4) as [number, number, number]
  const to = Buffer.concat([Buffer.of(0, 1, 0xff, 0xff), Buffer.alloc(2 * 0xffff, Buffer.of(0, 2))])
  const list = box('iref', Buffer.alloc(4), ...Array<Buffer>(times).fill(box('cdsc', to)))
  const behind = iref + bytes.readUInt32BE(iref)
  const more = list.length - (behind - iref)
  const head = Buffer.from(bytes.subarray(0, iref))
  head.writeUInt32BE(head.readUInt32BE(meta) + more, meta)
  // Items of one extent or two: number, method, file, base, count, then place and length of each.
  for (let at = iloc + 16; at < iloc + head.readUInt32BE(iloc); ) {
    const count = head.readUInt16BE(at + 10)
    head.writeUInt32BE(head.readUInt32BE(at + 6) + more, at + 6)
    at += 12 + count * 8
  }
  return Buffer.concat([head, list, bytes.subarray(behind)])
}

/** With another type of box or item, of as many letters. */
const renamed = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

async function expectSound(kind: PictureKind, bytes: Buffer, name: string): Promise<void> {
  const cuts = await cutsOf(kind, bytes).catch((error: unknown) => error as Error)
  if (cuts instanceof Error) {
    if (!(cuts instanceof Broken) && !(cuts instanceof RangeError)) throw cuts
    return
  }
  for (const { at, length, bytes: put } of cuts) {
    const isInside = at >= 0 && length > 0 && at + length <= bytes.length && (put?.length ?? 0) <= length
    if (!isInside) throw new Error(`${name}: a cut at ${at}, ${length} long, of ${bytes.length} bytes`)
  }
  const clean = overlay(Buffer.from(bytes), 0, inOrder(cuts))
  if (!(await cleaned(kind, clean)).equals(clean))
    throw new Error(`${name}: cut twice it is another: ${bytes.toString('hex')}`)
}

/** Up to four bytes are made into others. */
function turned(bytes: Buffer, chance: (below: number) => number): Buffer {
  const other = Buffer.from(bytes)
  for (let left = 1 + chance(4); left > 0; left--) other[chance(other.length)] = chance(256)
  return other
}

function chanceFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
