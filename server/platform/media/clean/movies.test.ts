import { describe, expect, test } from 'vitest'
import { bytesOver } from '#server/platform/media/inspect/bytes.ts'
import { bytesOf, edited, fragmentedMp4, mov, mp4, recordedWebm, webm } from '#test/media.ts'
import { avc1, box, element, hvc1, movie, mp4a, pcm, type TestTrack, u32 } from '#test/movie.ts'
import { Broken } from './broken.ts'
import { inOrder, overlay } from './cut.ts'
import { movieCuts } from './movie.ts'
import { webmCuts } from './webm.ts'

const PLACE = '+31.2304+121.4737/'
type Cutter = typeof movieCuts

const over = (bytes: Buffer) => bytesOver(bytes.length, async (start, end) => bytes.subarray(start, end))

/** The bytes that others get: as long as the original, cut within it and nowhere twice, and the same when they are cut again. */
async function othersGet(bytes: Buffer, cutter: Cutter = movieCuts): Promise<Buffer> {
  const cuts = inOrder(await cutter(over(bytes)))
  expectApart(
    cuts.map(({ at, length }) => [at, at + length]),
    bytes.length,
  )
  const clean = overlay(Buffer.from(bytes), 0, cuts)
  expect(overlay(Buffer.from(clean), 0, inOrder(await cutter(over(clean)))).equals(clean)).toBe(true)
  return clean
}

function expectApart(stretches: number[][], size: number): void {
  let until = 0
  for (const [start, end] of stretches.sort(([a], [b]) => a! - b!)) {
    expect(start).toBeGreaterThanOrEqual(until)
    expect(end).toBeLessThanOrEqual(size)
    until = end!
  }
}

/** A coded picture or sound with its name in it. */
function sample(name: string, size = 60): Buffer {
  const bytes = Buffer.alloc(size, `${name};`)
  bytes.writeUInt32BE(size - 4)
  bytes[4] = 0x65
  return bytes
}
const samples = (name: string, count = 20): Buffer[] =>
  Array.from({ length: count }, (_, index) => sample(`${name}${index}`))
const pictures = (more: Partial<TestTrack> = {}): TestTrack => ({
  samples: samples('picture'),
  sync: [1, 6, 11, 16],
  ...more,
})
const sounds = (more: Partial<TestTrack> = {}): TestTrack => ({ handler: 'soun', samples: samples('sound'), ...more })

/** Which samples of a track others still get, each byte of them. */
const left = (clean: Buffer, track: TestTrack): number[] =>
  track.samples.flatMap((bytes, index) => (clean.includes(bytes) ? [index] : []))
const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
const ALL = from(0, 19)

const xyz = box('udta', box('\xa9xyz', Buffer.from([0, 18, 0x15, 0xc7]), PLACE))
const keys = box(
  'meta',
  box('hdlr', u32(0, 0), 'mdta'),
  box('keys', 'com.apple.quicktime.location.ISO6709'),
  box('ilst', PLACE),
)
const uuid = box('uuid', bytesOf(16), `<x:xmpmeta exif:GPSLatitude="${PLACE}"/>`)
const packets = (more: Buffer): Buffer => pcm('twos', 1, [2, 16], [1, 2, 4, 2], more)
const lpcm = (more: Buffer): Buffer => pcm('lpcm', 2, [3, 16], [72, 0, 0, 10, 0x7f000000, 16, 4, 20, 1], more)
const dinf = box('dinf', box('dref', u32(0, 1), box('alis', u32(1), PLACE)))
const WHERE: [string, Buffer][] = [
  ['©xyz of the film', movie({ tracks: [pictures()], moov: [xyz] })],
  ['loci of a telephone', movie({ tracks: [pictures()], moov: [box('udta', box('loci', u32(0), PLACE))] })],
  ['keys of QuickTime', movie({ tracks: [pictures()], moov: [keys] })],
  ['keys of QuickTime in udta', movie({ tracks: [pictures()], moov: [box('udta', keys)] })],
  ['©xyz of a track', movie({ tracks: [pictures({ more: [xyz] }), sounds()] })],
  ['keys of a track', movie({ tracks: [pictures({ more: [keys] })] })],
  ['an XMP of the film', movie({ tracks: [pictures()], moov: [uuid] })],
  ['an XMP of a track', movie({ tracks: [pictures({ more: [uuid] })] })],
  ['an XMP among the tables', movie({ tracks: [pictures({ tables: [uuid] })] })],
  ['an XMP in a description', movie({ tracks: [pictures({ description: avc1(uuid) })] })],
  ['a box nobody knows in a description', movie({ tracks: [pictures({ description: avc1(box('mkNt', PLACE)) })] })],
  ['a box nobody knows in sounds', movie({ tracks: [pictures(), sounds({ description: mp4a(box('mkNt', PLACE)) })] })],
  ['an XMP in packets of sounds', movie({ tracks: [pictures(), sounds({ description: packets(uuid) })] })],
  ['an XMP within settings', movie({ tracks: [pictures(), sounds({ description: packets(box('wave', uuid)) })] })],
  ['an XMP in sounds of many channels', movie({ tracks: [pictures(), sounds({ description: lpcm(uuid) })] })],
  ['the name of a disk', movie({ tracks: [pictures({ media: [dinf] })] })],
  ['an XMP before the film', movie({ tracks: [pictures()], before: [uuid] })],
  ['meta behind the film', movie({ tracks: [pictures()], after: [keys] })],
  ['udta behind the film', movie({ tracks: [pictures()], after: [xyz] })],
  ['a box nobody knows', movie({ tracks: [pictures()], after: [box('sefd', PLACE)] })],
  ['a box nobody knows in the film', movie({ tracks: [pictures()], moov: [box('mkNt', PLACE)] })],
  ['free', movie({ tracks: [pictures()], before: [box('free', PLACE)] })],
  ['skip', movie({ tracks: [pictures()], moov: [box('skip', PLACE)] })],
  ['wide', movie({ tracks: [pictures()], before: [box('wide', PLACE)] })],
  [
    'free without an end',
    movie({ tracks: [pictures()], after: [Buffer.concat([u32(0), Buffer.from(`free${PLACE}`)])] }),
  ],
  ['bytes of no sample', movie({ tracks: [pictures(), sounds()], orphan: PLACE })],
]

describe('What others get of an MP4 or MOV', () => {
  test.each(WHERE)('carries no place in %s', async (_name, film) => {
    expect(film.includes(PLACE)).toBe(true)
    const clean = await othersGet(film)
    expect(clean.includes(PLACE)).toBe(false)
    expect(clean.includes('ISO6709')).toBe(false)
    expect(left(clean, pictures())).toEqual(ALL)
  })

  test('carries no name of the camera, of its maker or of an encoder', async () => {
    const film = movie({ tracks: [pictures(), sounds()] })
    expect([film.includes('iPhone'), film.includes('Lins camera')]).toEqual([true, true])
    const clean = await othersGet(film)
    expect([clean.includes('iPhone'), clean.includes('Lins camera')]).toEqual([false, false])
  })

  test.each(['meta', 'mebx', 'gpmd', 'camm', 'tmcd', 'text', 'sbtl'])(
    'has neither a track of %s nor what is in it',
    async (handler) => {
      const places: TestTrack = { handler, samples: samples(PLACE) }
      const clean = await othersGet(movie({ tracks: [pictures(), places, sounds()] }))
      expect([clean.includes(PLACE), clean.includes('com.maker.place'), clean.includes(handler)]).toEqual([
        false,
        false,
        false,
      ])
      expect([left(clean, pictures()), left(clean, sounds())]).toEqual([ALL, ALL])
    },
  )

  test('refers to no track that is gone', async () => {
    const refers = (type: string) =>
      othersGet(movie({ tracks: [pictures({ more: [box('tref', box(type, u32(1)))] })] }))
    expect([(await refers('tmcd')).includes('tref'), (await refers('auxl')).includes('tref')]).toEqual([false, true])
  })

  test('is the film itself where there is nothing else in it', async () => {
    for (const film of [await mov(), await mp4(), await fragmentedMp4()]) {
      expect(blocksOf(await othersGet(film))).toEqual(blocksOf(film))
    }
  })

  test('has uncompressed sounds whole, whatever their sizes are counted in', async () => {
    const sizes = box('stsz', u32(0, 1, 20))
    const clean = await othersGet(
      movie({ tracks: [pictures(), sounds({ sizes, description: box('sowt', Buffer.alloc(28)) })] }),
    )
    expect(left(clean, sounds())).toEqual(ALL)
  })

  test.each<[string, Buffer, number, number]>([
    ['of a telephone', box('samr', Buffer.alloc(28)), 20, 3],
    ['of AAC', mp4a(), 60, 1],
    ['uncompressed', pcm('sowt', 0, [1, 16]), 1, 30],
    ['of 24 bits', pcm('in24', 0, [2, 16]), 1, 10],
    ['of packets', pcm('twos', 1, [2, 16], [1, 2, 4, 2]), 1, 15],
    ['squeezed', pcm('ima4', 1, [1, 16], [64, 34, 34, 2]), 1, 112],
    ['squeezed, in packets', pcm('ima4', 1, [1, 16], [64, 30, 30, 2]), 30, 2],
    ['of many channels', pcm('lpcm', 2, [3, 16], [72, 0, 0, 10, 0x7f000000, 16, 4, 20, 1]), 1, 3],
  ])('carries no place behind sounds %s, all of one size', async (_name, description, size, perChunk) => {
    const chunks = samples('sound').map((sound) => Buffer.concat([sound, Buffer.from(PLACE)]))
    const sizes = box('stsz', u32(0, size, 20 * perChunk))
    const clean = await othersGet(
      movie({ tracks: [pictures(), sounds({ samples: chunks, sizes, perChunk, description })] }),
    )
    expect([left(clean, sounds()), clean.includes(PLACE)]).toEqual([ALL, false])
  })

  test('has fragments without what is in them beside the film', async () => {
    const clean = await othersGet(fragments())
    expect(clean.includes(PLACE)).toBe(false)
    for (const name of ['picture0', 'picture1', 'sound0', 'sound1'])
      expect(clean.includes(sample(name)), name).toBe(true)
  })
})

/** Where a track's samples are in a fragment: so many bytes behind its head, or where the one before it ended. */
type Place = [track: number, offset?: number]

/** A fragment of a picture, a sound and a place; `flags` of each track's head. */
function fragment(index: number, flags: number, places: Place[]): Buffer {
  const moof = (head: number) => {
    const trafs = places.map(([track, offset]) => {
      const run = offset === undefined ? u32(0, 1) : u32(1, 1, head + offset)
      return box('traf', box('tfhd', u32(flags, track)), box('trun', run), box('udta', PLACE), box('uuid', PLACE))
    })
    return box('moof', box('mfhd', u32(0, index)), ...trafs, xyz)
  }
  const data = box('mdat', sample(`picture${index}`), sample(`sound${index}`), sample(PLACE))
  return Buffer.concat([moof(moof(0).length + 8), data])
}

/** The head of a film in fragments whose second track is of places. */
function fragmented(...fragments: Buffer[]): Buffer {
  const trex = (id: number) => box('trex', u32(0, id, 1, 10, 60, 0))
  const tracks = ['vide', 'meta', 'soun'].map((handler) => ({ handler, samples: [] }))
  return Buffer.concat([movie({ tracks, moov: [box('mvex', trex(1), trex(2), trex(3))] }), ...fragments])
}
const DEFAULT_BASE_IS_MOOF = 0x20000
const fragments = (): Buffer =>
  fragmented(
    fragment(0, DEFAULT_BASE_IS_MOOF, [
      [2, 120],
      [1, 0],
      [3, 60],
    ]),
    fragment(1, 0, [[1, 0], [3], [2]]),
  )

describe('A scene that was cut away', () => {
  test('stays cut away: others get what is shown, and what it is decoded from', async () => {
    const edits: TestTrack['edits'] = [[50, 80]]
    const film = movie({ tracks: [pictures({ edits }), sounds({ edits })] })
    const clean = await othersGet(film)
    // From the picture that stands alone to the last that is shown; of sounds a tenth of a second more.
    expect(left(clean, pictures())).toEqual(from(5, 12))
    expect(left(clean, sounds())).toEqual(from(7, 12))
    for (const gone of ['picture4', 'picture13', 'sound6', 'sound13']) expect(clean.includes(gone)).toBe(false)
  })

  test.each([
    ['H.264', avc1(), '000000380c8000'],
    ['HEVC', hvc1(), '000000384c0180'],
  ])('leaves before it in %s what decoders skip', async (_name, description, unit) => {
    const film = movie({ tracks: [pictures({ description, edits: [[50, 80]] })] })
    const clean = await othersGet(film)
    const first = film.indexOf(sample('picture0'))
    expect(clean.toString('hex', first, first + 7)).toBe(unit)
    expect(clean.subarray(first + 7, first + 60).every((byte) => byte === 0)).toBe(true)
  })

  test('leaves silence where sounds were, and no size to the pictures behind its end', async () => {
    const edits: TestTrack['edits'] = [[50, 80]]
    const film = movie({ tracks: [pictures({ edits }), sounds({ edits })] })
    const clean = await othersGet(film)
    for (const name of ['sound0', 'sound19']) {
      expect(clean.toString('hex', film.indexOf(sample(name)), film.indexOf(sample(name)) + 8)).toBe('00c8008023800000')
    }
    const sizes = clean.indexOf('stsz') + 16
    expect(from(0, 19).map((index) => clean.readUInt32BE(sizes + index * 4))).toEqual([
      ...Array(13).fill(60),
      ...Array(7).fill(0),
    ])
  })

  test('may lie between others, in any order, and each track has its own', async () => {
    const film = movie({
      tracks: [
        pictures({
          edits: [
            [10, 160],
            [20, 0],
          ],
        }),
        sounds({ edits: [[200, 0]] }),
      ],
    })
    const clean = await othersGet(film)
    expect(left(clean, pictures())).toEqual([0, 1, 15, 16])
    expect(left(clean, sounds())).toEqual(ALL)
  })

  test('is found by when pictures are shown, not by their order of decoding', async () => {
    // Decoded as I P B B P B B and so on, shown from 10 on as I B B P B B P.
    const offsets = [10, ...from(1, 19).map((index) => (index % 3 === 1 ? 30 : 0))]
    const shows = async (sync: number[], edit: [number, number]) =>
      left(await othersGet(movie({ tracks: [pictures({ sync, offsets, edits: [edit] })] })), pictures())
    expect(await shows([1], [30, 10])).toEqual(from(0, 3))
    expect(await shows([1], [31, 10])).toEqual(from(0, 3))
    // Pictures shown before the second that stands alone (a sync sample) are decoded from the first.
    expect(await shows([1, 5], [10, 50])).toEqual(from(0, 5))
    expect(await shows([1, 5], [10, 70])).toEqual([4])
  })

  test('is none where all is shown, a track only begins late, or edits cannot be followed', async () => {
    const all: TestTrack['edits'][] = [
      undefined,
      [],
      [[0, 0]],
      [
        [50, -1],
        [200, 0],
      ],
      [[50, 80, 2]],
      [[50, 80, 0]],
      [[50, -7]],
    ]
    for (const edits of all) {
      const film = movie({ tracks: [pictures({ edits })] })
      expect(left(await othersGet(film), pictures()), JSON.stringify(edits)).toEqual(ALL)
    }
  })

  test('is whole where every picture stands alone', async () => {
    const film = movie({ tracks: [pictures({ sync: undefined, edits: [[50, 85]] })] })
    expect(left(await othersGet(film), pictures())).toEqual(from(8, 13))
  })
})

const TEXTS: [string, Buffer][] = [
  ['tags', element(0x1254c367, element(0x7373, element(0x67c8, PLACE)))],
  ['tags of a short length', element(0x1254c367, PLACE, 1)],
  ['attachments', element(0x1941a469, PLACE, 2)],
  ['a title', element(0x1549a966, element(0x7ba9, PLACE, 1))],
  ['the name of a program', element(0x1549a966, Buffer.concat([element(0x4d80, PLACE, 1), element(0x5741, PLACE, 1)]))],
  ['a date', element(0x1549a966, element(0x4461, PLACE, 1))],
  ['the name of a track', element(0x1654ae6b, element(0xae, element(0x536e, PLACE, 1)))],
  ['chapters', element(0x1043a770, PLACE)],
  ['a void', element(0xec, PLACE, 1)],
  ['an element nobody knows', element(0x1abcdef1, PLACE)],
]

const track = (number: number, type: number): Buffer => {
  const parts = [element(0x63a2, `setup${number}`), element(0x536e, 'name'), element(0xd7, Buffer.of(number))]
  return element(0xae, Buffer.concat([...parts, element(0x83, Buffer.of(type)), element(0xec, PLACE)]))
}
const block = (number: number, text: string): Buffer =>
  element(0xa3, Buffer.from(`${String.fromCharCode(0x80 | number)}\0\0\0${text}`, 'latin1'))
const TRACKS = element(0x1654ae6b, Buffer.concat([track(1, 1), track(2, 0x11), track(3, 2)]))
const CLUSTER = element(0x1f43b675, Buffer.concat([block(1, 'picture'), block(2, PLACE), block(3, 'sound')]))
const tracked = (...parts: Buffer[]): Buffer =>
  Buffer.concat([element(0x1a45dfa3, element(0x4282, 'webm')), element(0x18538067, Buffer.concat(parts))])

describe('What others get of a WebM', () => {
  test.each(TEXTS)('carries no place in %s, whether it knows its length or not', async (_name, found) => {
    for (const film of [await webm(), await recordedWebm()]) {
      const clean = await othersGet(Buffer.concat([film, found]), webmCuts)
      expect(clean.includes(PLACE)).toBe(false)
      expect(blocksOf(clean)).toEqual(blocksOf(film))
    }
  })

  test('keeps, empty, the names of programs that no WebM is without', async () => {
    const clean = await othersGet(
      Buffer.concat([await webm(), element(0x1549a966, element(0x4d80, 'Lavf58', 1))]),
      webmCuts,
    )
    expect(clean.toString('hex').endsWith('4d8086000000000000')).toBe(true)
  })

  test('has no track but pictures and sounds, nor the settings of any other', async () => {
    const clean = await othersGet(tracked(TRACKS, CLUSTER), webmCuts)
    expect([clean.includes('picture'), clean.includes(PLACE), clean.includes('sound')]).toEqual([true, false, true])
    expect([clean.includes('setup1'), clean.includes('setup2'), clean.includes('setup3')]).toEqual([true, false, true])
  })

  test('is as much of a recording as there is, where it was cut off', async () => {
    const film = await recordedWebm()
    for (const length of [film.length - 1, film.length - 30, 200]) await othersGet(film.subarray(0, length), webmCuts)
  })
})

/** Where the frames of a made up film are, each byte of them. */
function blocksOf(film: Buffer): number[] {
  const places = Array.from({ length: 30 }, (_, frame) => film.indexOf(bytesOf(40, frame + 1).subarray(5)))
  expect(Math.min(...places)).toBeGreaterThan(0)
  return places
}

describe('A container nobody can follow', () => {
  const empty = (size: number, piece: string) => Buffer.alloc(size, Buffer.from(piece, 'hex'))
  test.each<[string, Cutter, () => Buffer | Promise<Buffer>]>([
    ['nothing', movieCuts, () => Buffer.alloc(0)],
    ['nothing of a WebM', webmCuts, () => Buffer.alloc(0)],
    ['a film without tracks', movieCuts, () => box('moov', box('mvhd', Buffer.alloc(100)))],
    ['two films', movieCuts, () => Buffer.concat([movie({ tracks: [pictures()] }), movie({ tracks: [pictures()] })])],
    [
      'a box that goes beyond its end',
      movieCuts,
      () => Buffer.concat([movie({ tracks: [pictures()] }), u32(999), Buffer.from('free')]),
    ],
    [
      'a box that ends within its head',
      movieCuts,
      () => Buffer.concat([movie({ tracks: [pictures()] }), u32(4), Buffer.from('free')]),
    ],
    ['a sample beyond the end', movieCuts, () => patched(movie({ tracks: [pictures()] }), 'stco', 12, 0x7fffffff)],
    ['four thousand million samples', movieCuts, () => movie({ tracks: [many(0xffffffff)] })],
    [
      'a thousand tracks of a hundred thousand samples',
      movieCuts,
      () => movie({ tracks: Array(1000).fill(many(100_000)) }),
    ],
    ['a table that is cut off', movieCuts, () => patched(movie({ tracks: [pictures()] }), 'stco', 8, 0x7fffffff)],
    ['millions of boxes', movieCuts, () => empty(20_000_000, '0000000866726565')],
    [
      'a hundred thousand boxes',
      movieCuts,
      () => Buffer.concat([movie({ tracks: [pictures()] }), empty(800_000, '0000000866726565')]),
    ],
    ['sixty thousand pictures that nobody is shown', movieCuts, () => movie({ tracks: [thousands(60)] })],
    ['thousands of tracks', movieCuts, () => box('moov', ...Array(3000).fill(box('trak')))],
    ['an index too large for the memory', movieCuts, () => box('moov', Buffer.alloc(5_000_000))],
    ['a fragment that begins where a hidden one ends', movieCuts, () => fragmented(fragment(0, 0, [[2, 0], [1]]))],
    [
      'half a description',
      movieCuts,
      () => movie({ tracks: [pictures({ description: box('avc1', Buffer.alloc(40)) })] }),
    ],
    ['a fragment of nothing', movieCuts, () => box('moof', box('mfhd', u32(0, 1)))],
    ['hidden tracks that are named behind their blocks', webmCuts, () => tracked(CLUSTER, TRACKS)],
    ['a WebM without its head', webmCuts, async () => (await webm()).subarray(40)],
    ['a WebM with bytes that are no element', webmCuts, async () => Buffer.concat([await webm(), Buffer.alloc(9)])],
    [
      'an attachment without an end',
      webmCuts,
      async () => Buffer.concat([await webm(), Buffer.from('1941a469ff4142', 'hex')]),
    ],
    ['sixty thousand elements', webmCuts, async () => Buffer.concat([await webm(), empty(120_000, 'ec80')])],
    ['millions of elements', webmCuts, async () => Buffer.concat([await webm(), empty(20_000_000, 'ec80')])],
  ])('is refused: %s', async (_name, cutter, make) => {
    await expect(cutter(over(await make()))).rejects.toThrow(Broken)
  })

  test('that was damaged anywhere is cut within itself or refused, and nothing else happens', async () => {
    const edits: TestTrack['edits'] = [[50, 80]]
    const places: TestTrack = { handler: 'meta', samples: samples(PLACE) }
    const films: [Buffer, Cutter][] = [
      [movie({ tracks: [pictures({ edits }), sounds({ edits }), places], moov: [xyz] }), movieCuts],
      [fragments(), movieCuts],
      [edited(await mov({ seconds: 3 }), [{ seconds: 1, start: 1 }]), movieCuts],
      [Buffer.concat([await webm(), ...TEXTS.map(([, bytes]) => bytes)]), webmCuts],
    ]
    let seed = 1
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return (seed >>> 8) % below
    }
    for (const [film, cutter] of films) {
      for (let turn = 0; turn < 500; turn++) {
        const copy = Buffer.from(film)
        for (let flips = 1 + next(4); flips > 0; flips--) {
          const at = next(copy.length)
          copy[at] = copy[at]! ^ (1 << next(8))
        }
        const cuts = await cutter(over(copy)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Broken)
          return []
        })
        expectApart(
          cuts.map(({ at, length }) => [at, at + length]),
          copy.length,
        )
      }
    }
  })

  test('lets everybody else have a turn between two parts of it', async () => {
    const edits = from(0, 99).map((index): [number, number] => [10, index * 20])
    let turns = 0
    let isDone = false
    const count = (): void => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    const film = movie({ tracks: [pictures({ samples: samples('picture', 200), edits })] })
    setImmediate(count)
    await movieCuts(over(film)).finally(() => {
      isDone = true
    })
    expect(turns).toBeGreaterThan(90)
  })

  test('while its store is busy is not called broken', async () => {
    const busy = Object.assign(new Error('busy'), { status: 503 })
    const never = { size: 100, at: () => Promise.reject(busy) }
    await expect(movieCuts(never)).rejects.toBe(busy)
    await expect(webmCuts(never)).rejects.toBe(busy)
  })
})

/** Of small pictures, the last of which alone is shown. */
const thousands = (count: number): TestTrack => ({
  samples: Array(count * 1000).fill(sample('one', 20)),
  edits: [[10, (count * 1000 - 1) * 10]],
})

/** As many samples of one byte as are claimed in one number. */
const many = (count: number): TestTrack => ({
  samples: [sample('one')],
  sizes: box('stsz', u32(0, 1, count)),
  perChunk: count,
})

function patched(bytes: Buffer, type: string, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(value, copy.indexOf(type) + at)
  return copy
}
