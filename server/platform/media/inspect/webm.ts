import { lengthAt } from '#contract/vint.ts'
import { type Bytes, broken } from './bytes.ts'
import { ENTERED, elementAt } from './elements.ts'
import { emptySpan, lengthen, lengthOf, type Span } from './span.ts'

const ELEMENT = {
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  trackNumber: 0xd7,
  trackType: 0x83,
  defaultDuration: 0x23e383,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  block: 0xa1,
  blockDuration: 0x9b,
}
const VIDEO = 1
const NS = 1e9
/** Enough for every number, and for the head of a block. */
const VALUE_BYTES = 12

type Film = {
  scaleNs: number
  headerTicks: number
  track: number
  defaultNs: Map<number, number>
  videos: Set<number>
  cluster: number
  frames: number
  last: { track: number; time: number }
  span: Span
}

/**
 * How long a WebM film is: the longer of what its blocks and its header say. Every element is looked at in the order of
 * the file, whatever sizes its parents claim; recordings do not know theirs.
 */
export async function webmSeconds(bytes: Bytes): Promise<number> {
  const film: Film = {
    scaleNs: 1e6,
    headerTicks: 0,
    track: 0,
    defaultNs: new Map(),
    videos: new Set(),
    cluster: 0,
    frames: 0,
    last: { track: 0, time: 0 },
    span: emptySpan(),
  }
  for (let at = 0; at < bytes.size; ) {
    const element = await elementAt(bytes, at)
    if (!element) break
    const { id, start, end } = element
    const read = READERS[id]
    if (read) read(film, await bytes.at(start, Math.min(VALUE_BYTES, end - start)), end - start)
    at = ENTERED.has(id) ? start : end
  }
  if (film.frames === 0 || film.scaleNs === 0) throw broken()
  const seconds = (Math.max(lengthOf(film.span), film.headerTicks) * film.scaleNs) / NS
  if (!(seconds > 0)) throw broken()
  return seconds
}

type Reader = (film: Film, value: Buffer, length: number) => void

const READERS: Record<number, Reader> = {
  [ELEMENT.timestampScale]: (film, value, length) => {
    film.scaleNs = unsigned(value, length)
  },
  [ELEMENT.duration]: (film, value, length) => {
    film.headerTicks = Math.max(film.headerTicks, length === 4 ? value.readFloatBE(0) : value.readDoubleBE(0))
  },
  [ELEMENT.trackNumber]: (film, value, length) => {
    film.track = unsigned(value, length)
  },
  [ELEMENT.trackType]: (film, value, length) => {
    if (unsigned(value, length) === VIDEO) film.videos.add(film.track)
  },
  [ELEMENT.defaultDuration]: (film, value, length) => {
    film.defaultNs.set(film.track, unsigned(value, length))
  },
  [ELEMENT.clusterTime]: (film, value, length) => {
    film.cluster = unsigned(value, length)
  },
  [ELEMENT.simpleBlock]: addBlock,
  [ELEMENT.block]: addBlock,
  [ELEMENT.blockDuration]: (film, value, length) => {
    show(film, film.last.time, unsigned(value, length))
  },
}

/** Track, then the time as counted from the cluster's. */
function addBlock(film: Film, value: Buffer): void {
  const track = lengthAt(value, 0)
  if (!track) throw broken()
  film.last = { track: track.length, time: film.cluster + value.readInt16BE(track.next) }
  if (film.videos.has(track.length)) film.frames += 1
  show(film, film.last.time, (film.defaultNs.get(track.length) ?? 0) / film.scaleNs)
}

function show(film: Film, time: number, delta: number): void {
  film.span.next = time
  lengthen(film.span, { count: 1, delta, offset: 0 })
}

function unsigned(value: Buffer, length: number): number {
  if (length > 8 || value.length < length) throw broken()
  return length > 6 ? Number(BigInt(`0x${value.toString('hex', 0, length)}`)) : length && value.readUIntBE(0, length)
}
