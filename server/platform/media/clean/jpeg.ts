import type { Bytes } from '#server/platform/media/inspect/bytes.ts'
import { Broken } from './broken.ts'
import type { Cut } from './found.ts'
import { turnedOnly } from './orientation.ts'
import { type Walk, walkOver } from './walk.ts'

/** Markers (ITU T.81, table B.1). Codes of restarts and 0 and 0xff in the data of a scan are none. */
const START = 0xffd8
const END = 0xd9
const SCAN = 0xda
const COMMENT = 0xfe
const isMarker = (code: number): boolean => code > 0x01 && code < 0xff && !(code >= 0xd0 && code <= 0xd7)
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
/** Frames, tables, scans: what the pixels are made of. */
const isOfPixels = (code: number): boolean => code >= 0xc0 && code <= 0xdf && ![0xc8, 0xd8, END].includes(code)
const isOfApplication = (code: number): boolean => (code >= 0xe0 && code <= 0xef) || code === COMMENT

const JFIF_DATA_BYTES = 14
const ADOBE_DATA_BYTES = 12
const HEAD_BYTES = 12
/** Bytes that may stand before any marker, which no decoder minds. */
const FILL = Buffer.alloc(64 * 1024, 0xff)

type Segment = { code: number; start: number; end: number; head: string }
type Seen = { frame: boolean; scan: boolean; jfif: boolean; turned: boolean }

/** Everything but pixels, JFIF's header, colour profile, Adobe's transform and the orientation; what is behind the end. */
export async function jpegCuts(bytes: Bytes): Promise<Cut[]> {
  const walk = walkOver(bytes)
  const seen: Seen = { frame: false, scan: false, jfif: false, turned: false }
  if ((await walk.at(0, 2)).readUInt16BE(0) !== START) throw new Broken()
  for (let at = 2, isData = false; ; ) {
    const marker = await markerFrom(walk, at)
    if (!isData) fill(walk, at, (marker ?? walk.size + 1) - 1)
    // Without an end nobody can say where the picture's data stop and a trailer begins.
    if (marker === undefined) throw new Broken()
    const segment = await segmentAt(walk, marker)
    if (segment.code === END && seen.scan) {
      walk.cut(segment.end, walk.size - segment.end)
      return walk.cuts
    }
    await cutSegment(walk, segment, seen)
    at = segment.end
    isData = segment.code === SCAN
  }
}

/** Where the next marker's code stands, behind its 0xff. */
async function markerFrom(walk: Walk, from: number): Promise<number | undefined> {
  for (let at = from; at + 2 <= walk.size; ) {
    const piece = await walk.from(at)
    let mark = piece.indexOf(0xff)
    while (mark !== -1 && mark + 1 < piece.length) {
      if (isMarker(piece[mark + 1]!)) return at + mark + 1
      mark = piece.indexOf(0xff, mark + 1)
    }
    at += mark === -1 ? piece.length : mark
  }
  return undefined
}

async function segmentAt(walk: Walk, marker: number): Promise<Segment> {
  const code = (await walk.at(marker, 1))[0]!
  if (code === END) return { code, start: marker + 1, end: marker + 1, head: '' }
  const length = (await walk.at(marker + 1, 2)).readUInt16BE(0)
  const start = marker + 3
  const end = marker + 1 + length
  if (length < 2 || end > walk.size) throw new Broken()
  return { code, start, end, head: (await walk.at(start, Math.min(HEAD_BYTES, end - start))).toString('latin1') }
}

async function cutSegment(walk: Walk, segment: Segment, seen: Seen): Promise<void> {
  const { code } = segment
  if (isOfApplication(code)) return cutApplication(walk, segment, seen)
  if (!isOfPixels(code) || (code === SCAN && !seen.frame)) throw new Broken()
  seen.frame ||= isFrame(code)
  seen.scan ||= code === SCAN
}

async function cutApplication(walk: Walk, { code, start, end, head }: Segment, seen: Seen): Promise<void> {
  const length = end - start
  if (code === 0xe2 && head.startsWith('ICC_PROFILE\0')) return
  if (code === 0xee && head.startsWith('Adobe') && length >= ADOBE_DATA_BYTES) {
    return walk.cut(start + ADOBE_DATA_BYTES, length - ADOBE_DATA_BYTES)
  }
  if (code === 0xe0 && head.startsWith('JFIF\0') && length >= JFIF_DATA_BYTES && !seen.jfif) {
    seen.jfif = true
    return cutJfif(walk, start, end, head)
  }
  const isExif = code === 0xe1 && head.startsWith('Exif\0\0')
  const turned = isExif && !seen.turned ? await turnedOnly(walk, start, length) : undefined
  seen.turned ||= turned !== undefined
  walk.cut(start, length, turned)
}

/** A thumbnail behind the header: the segment ends where it would without one, and an empty comment takes its place. */
function cutJfif(walk: Walk, start: number, end: number, head: string): void {
  const rest = end - start - JFIF_DATA_BYTES
  if (rest === 0) return
  const header = Buffer.concat([Buffer.of(0, JFIF_DATA_BYTES + 2), Buffer.from(head, 'latin1'), Buffer.of(0, 0)])
  const comment = rest < 4 ? FILL.subarray(0, rest) : Buffer.of(0xff, COMMENT, (rest - 2) >> 8, (rest - 2) & 0xff)
  walk.cut(start - 2, end - start + 2, Buffer.concat([header, comment]))
}

function fill(walk: Walk, from: number, end: number): void {
  for (let at = from; at < end; at += FILL.length) {
    const bytes = FILL.subarray(0, end - at)
    walk.cut(at, bytes.length, bytes)
  }
}
