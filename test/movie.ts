/** One box of an MP4 or QuickTime file, of texts (latin1), bytes, and other boxes. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

export function u32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  numbers.forEach((number, index) => {
    bytes.writeUInt32BE(number >>> 0, index * 4)
  })
  return bytes
}

/** One element of a WebM file; its length has as many bytes as asked. */
export function element(id: number, content: Buffer | string, lengthBytes: 1 | 2 | 8 = 8): Buffer {
  const hex = id.toString(16)
  const body = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const length = Buffer.alloc(lengthBytes)
  if (lengthBytes === 8) length.writeUInt32BE(body.length, 4)
  else length.writeUIntBE(body.length, 0, lengthBytes)
  length[0] = length[0]! | (1 << (8 - lengthBytes))
  return Buffer.concat([Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex'), length, body])
}

/** `edits`: length and start in hundredths of a second, as both clocks run; `offsets`: from decoding to showing. */
export type TestTrack = {
  handler?: string
  samples: Buffer[]
  sync?: number[]
  edits?: [length: number, start: number, rate?: number][]
  offsets?: number[]
  description?: Buffer
  /** Further boxes in the track, beside and in its table of samples. */
  more?: Buffer[]
  media?: Buffer[]
  tables?: Buffer[]
  sizes?: Buffer
  perChunk?: number
}
type TestMovie = { tracks: TestTrack[]; moov?: Buffer[]; before?: Buffer[]; after?: Buffer[]; orphan?: string }

const SCALE = 100
/** Ten samples a second. */
const DELTA = 10
const NAME = 'iPhone 15 of Lin'

const AVC_SETUP = Buffer.from('0142c01effe100046742c01e01000468ce3c80', 'hex')
const compressor = Buffer.alloc(32, ' Lins camera')
export const avc1 = (...more: Buffer[]): Buffer =>
  box('avc1', Buffer.alloc(42), compressor, Buffer.alloc(4), box('avcC', AVC_SETUP), ...more)
export const hvc1 = (): Buffer =>
  box('hvc1', Buffer.alloc(42), compressor, Buffer.alloc(4), box('hvcC', Buffer.alloc(21), Buffer.from([3, 0])))
/** AAC of low complexity with one channel. */
const SOUND_SETUP = Buffer.from(`00000000031900010004114015${'00'.repeat(11)}05021208060102`, 'hex')
export const mp4a = (...more: Buffer[]): Buffer => box('mp4a', Buffer.alloc(28), box('esds', SOUND_SETUP), ...more)

/** Sounds of QuickTime, of so many channels and bits; `more` is what its later versions say besides. */
export function pcm(
  type: string,
  version: number,
  [channels, bits]: [number, number],
  more: number[] = [],
  boxes: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(28)
  head.writeUInt16BE(version, 8)
  head.writeUInt16BE(channels, 16)
  head.writeUInt16BE(bits, 18)
  return box(type, head, u32(...more), boxes)
}

/** A QuickTime film of these tracks, a sample of each in turn, its `moov` at the end with the samples' true places. */
export function movie({ tracks, moov = [], before = [], after = [], orphan = '' }: TestMovie): Buffer {
  const start = Buffer.concat([box('ftyp', 'qt  ', u32(0), 'qt  '), ...before])
  const places = tracks.map((): number[] => [])
  const data: Buffer[] = [Buffer.from(orphan)]
  let at = start.length + 8 + orphan.length
  for (let turn = 0; turn < Math.max(...tracks.map(({ samples }) => samples.length)); turn++) {
    tracks.forEach(({ samples }, index) => {
      const sample = samples[turn]
      if (!sample) return
      places[index]!.push(at)
      data.push(sample)
      at += sample.length
    })
  }
  const traks = tracks.map((track, index) => trak(track, index + 1, places[index]!))
  const mvhd = box('mvhd', u32(0, 0, 0, SCALE, 0), Buffer.alloc(80))
  return Buffer.concat([start, box('mdat', ...data), box('moov', mvhd, ...traks, ...moov), ...after])
}

function trak(track: TestTrack, id: number, places: number[]): Buffer {
  const { handler = 'vide', samples, edits, more = [], media = [] } = track
  const elst = edits?.flatMap(([length, start, rate = 1]) => [length, start, rate * 0x10000])
  return box(
    'trak',
    box('tkhd', u32(0, 0, 0, id), Buffer.alloc(68)),
    ...(elst ? [box('edts', box('elst', u32(0, elst.length / 3, ...elst)))] : []),
    box(
      'mdia',
      box('mdhd', u32(0, 0, 0, SCALE, samples.length * DELTA, 0)),
      box('hdlr', u32(0, 0), handler, u32(0, 0, 0), NAME, '\0'),
      box('minf', ...media, stbl(track, handler, places)),
    ),
    ...more,
  )
}

function stbl(track: TestTrack, handler: string, places: number[]): Buffer {
  const { samples, sync, offsets, tables = [], perChunk = 1 } = track
  const usual = handler === 'vide' ? avc1() : handler === 'soun' ? mp4a() : box(handler, 'com.maker.place')
  return box(
    'stbl',
    box('stsd', u32(0, 1), track.description ?? usual),
    box('stts', u32(0, 1, samples.length, DELTA)),
    ...(offsets ? [box('ctts', u32(0, offsets.length, ...offsets.flatMap((offset) => [1, offset])))] : []),
    ...(sync ? [box('stss', u32(0, sync.length, ...sync))] : []),
    box('stsc', u32(0, 1, 1, perChunk, 1)),
    track.sizes ?? box('stsz', u32(0, 0, samples.length, ...samples.map(({ length }) => length))),
    box('stco', u32(0, places.length, ...places)),
    ...tables,
  )
}
