import { VIDEO_MAX_SECONDS } from '#contract/limits.ts'
import { whyNotSeconds } from '#contract/upload.ts'
import { refuseIf } from '#server/core/fail.ts'
import { type Box, boxAt, children, entries, numberAt, one, only } from './boxes.ts'
import { type Bytes, broken } from './bytes.ts'
import { EDITED, type Edit, editsOf, judgeEdits } from './edits.ts'
import { emptySpan, lengthen, lengthOf, type Run, type Span } from './span.ts'

type Track = { isVideo: boolean; scale: number; samples: number; span: Span; edits: Edit[]; delta: number }
/** `runs`: how many samples of fragments were looked at one by one. */
type Movie = { scale: number; headerSeconds: number; tracks: Map<number, Track>; hasFragments: boolean; runs: number }

/** A minute at 240 frames a second, with sound, has a tenth of it. */
const RUNS_MOST = 200_000

/**
 * How long an MP4 or QuickTime film plays (ISO 14496-12): the longest of what its tracks' edit lists say, and its samples and its
 * header where a track has none or the film comes in fragments. Only the boxes that tell time are read, and runs of samples are
 * never unrolled.
 */
export async function mp4Seconds(bytes: Bytes): Promise<number> {
  let movie: Movie | undefined
  // Fewer than eight bytes behind the last box are padding.
  for (let at = 0; at + 8 <= bytes.size; ) {
    const { type, start, end } = await boxAt(bytes, at)
    if (type === 'moov') {
      if (movie) throw broken()
      movie = movieFrom(await bytes.at(start, end - start))
    }
    if (type === 'moof') {
      if (!movie) throw broken()
      movie.hasFragments = true
      addFragment(movie, await bytes.at(start, end - start))
    }
    at = end
  }
  if (!movie) throw broken()
  return secondsOf(movie)
}

function secondsOf(movie: Movie): number {
  const all = [...movie.tracks.values()]
  const isFilm = all.some(({ isVideo, samples, span }) => isVideo && samples > 0 && lengthOf(span) > 0)
  if (!isFilm) throw broken()
  return movie.hasFragments ? longestOf(movie) : playedOf(movie)
}

/** In fragments nobody knows yet what an edit list will leave out, so that everything counts. */
function longestOf({ scale, headerSeconds, tracks }: Movie): number {
  const edited = (edits: Edit[]) => edits.reduce((sum, { length }) => sum + length, 0) / scale
  return Math.max(
    headerSeconds,
    ...[...tracks.values()].flatMap(({ span, scale, edits }) => [lengthOf(span) / scale, edited(edits)]),
  )
}

function playedOf(movie: Movie): number {
  const judged = [...movie.tracks.values()].map(({ edits, span, scale }) =>
    edits.length > 0
      ? judgeEdits(edits, span, { scale, movieScale: movie.scale })
      : { shown: Math.max(movie.headerSeconds, lengthOf(span) / scale), hidden: 0 },
  )
  const played = Math.max(...judged.map(({ shown }) => shown))
  if (!(played > 0)) throw broken()
  const hidden = Math.max(...judged.map(({ hidden }) => hidden))
  refuseIf(whyNotSeconds(played) ?? (hidden > VIDEO_MAX_SECONDS ? EDITED.hidden : undefined))
  return played
}

function movieFrom(body: Buffer): Movie {
  const boxes = children(body)
  const { scale, length } = clockOf(one(boxes, 'mvhd'))
  const movie: Movie = { scale, headerSeconds: length / scale, tracks: new Map(), hasFragments: false, runs: 0 }
  for (const trak of only(boxes, 'trak')) addTrack(movie, children(trak.body))
  for (const mvex of only(boxes, 'mvex')) addDefaults(movie, children(mvex.body), scale)
  return movie
}

const HEARD_OR_SEEN = new Set(['vide', 'soun'])

function addTrack(movie: Movie, trak: Box[]): void {
  const mdia = children(one(trak, 'mdia').body)
  const kind = one(mdia, 'hdlr').body.toString('latin1', 8, 12)
  if (!HEARD_OR_SEEN.has(kind)) return
  const stbl = children(one(children(one(mdia, 'minf').body), 'stbl').body)
  const { scale } = clockOf(one(mdia, 'mdhd'))
  const { samples, span } = spanOf(stbl)
  const id = idOf(one(trak, 'tkhd'))
  if (movie.tracks.has(id)) throw broken()
  movie.tracks.set(id, { isVideo: kind === 'vide', scale, samples, span, edits: editsOf(trak), delta: 0 })
}

/** Units a second, and how many of them by the header; all ones means that nobody knows. */
function clockOf({ body }: Box): { scale: number; length: number } {
  const isLong = body.readUInt8(0) === 1
  const scale = body.readUInt32BE(isLong ? 20 : 12)
  if (scale === 0) throw broken()
  return { scale, length: isLong ? numberAt(body, 24, 8) : numberAt(body, 16, 4) }
}

const idOf = ({ body }: Box): number => body.readUInt32BE(body.readUInt8(0) === 1 ? 20 : 12)

function spanOf(stbl: Box[]): { samples: number; span: Span } {
  const span = emptySpan()
  const stts = one(stbl, 'stts').body
  const turns = [...entries(stts, 8)].map((at) => ({ count: stts.readUInt32BE(at), value: stts.readUInt32BE(at + 4) }))
  const offsets = only(stbl, 'ctts').flatMap(({ body }) =>
    [...entries(body, 8)].map((at) => ({ count: body.readUInt32BE(at), value: body.readInt32BE(at + 4) })),
  )
  const samples = stbl.find(({ type }) => type === 'stsz' || type === 'stz2')?.body.readUInt32BE(8) ?? 0
  // Players go on with the last delta when there are more samples than turns.
  const timed = turns.reduce((sum, { count }) => sum + count, 0)
  if (samples > timed) turns.push({ count: samples - timed, value: turns.at(-1)?.value ?? 0 })
  for (const run of merged(turns, offsets)) lengthen(span, run)
  return { samples, span }
}

type Counted = { count: number; value: number }

/** Both lists count samples; a run goes as far as neither changes. */
function* merged(turns: Counted[], offsets: Counted[]): Generator<Run> {
  let index = 0
  let left = offsets[0]?.count ?? Number.POSITIVE_INFINITY
  for (const turn of turns) {
    for (let todo = turn.count; todo > 0; ) {
      const count = Math.min(todo, left)
      yield { count, delta: turn.value, offset: offsets[index]?.value ?? 0 }
      todo -= count
      left -= count
      if (left > 0) continue
      index += 1
      left = offsets[index]?.count ?? Number.POSITIVE_INFINITY
    }
  }
}

function addDefaults(movie: Movie, mvex: Box[], scale: number): void {
  for (const { body } of only(mvex, 'mehd')) {
    const length = numberAt(body, 4, body.readUInt8(0) === 1 ? 8 : 4)
    movie.headerSeconds = Math.max(movie.headerSeconds, length / scale)
  }
  for (const { body } of only(mvex, 'trex')) {
    const track = movie.tracks.get(body.readUInt32BE(4))
    if (track) track.delta = body.readUInt32BE(12)
  }
}

function addFragment(movie: Movie, moof: Buffer): void {
  for (const traf of only(children(moof), 'traf')) {
    const boxes = children(traf.body)
    const tfhd = one(boxes, 'tfhd').body
    const track = movie.tracks.get(tfhd.readUInt32BE(4))
    if (!track) continue
    const delta = deltaOf(tfhd) ?? track.delta
    for (const { body } of only(boxes, 'tfdt')) track.span.next = numberAt(body, 4, body.readUInt8(0) === 1 ? 8 : 4)
    for (const { body } of only(boxes, 'trun')) addRun(movie, track, body, delta)
  }
}

/** Fields of tfhd and trun are there when their flag is set. */
const TFHD = { baseOffset: 0x1, description: 0x2, delta: 0x8 }
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, delta: 0x100, size: 0x200, flags: 0x400, offset: 0x800 }

function deltaOf(tfhd: Buffer): number | undefined {
  const flags = tfhd.readUIntBE(1, 3)
  if (!(flags & TFHD.delta)) return undefined
  return tfhd.readUInt32BE(8 + (flags & TFHD.baseOffset ? 8 : 0) + (flags & TFHD.description ? 4 : 0))
}

function addRun(movie: Movie, track: Track, trun: Buffer, usual: number): void {
  track.samples += trun.readUInt32BE(4)
  for (const run of runsOf(trun, usual)) {
    movie.runs += 1
    if (movie.runs > RUNS_MOST) throw broken()
    lengthen(track.span, run)
  }
}

/** Sample by sample only where each has numbers of its own, so never more of them than there are bytes. */
function* runsOf(trun: Buffer, usual: number): Generator<Run> {
  const flags = trun.readUIntBE(1, 3)
  const count = trun.readUInt32BE(4)
  if (!(flags & (TRUN.delta | TRUN.offset))) return yield { count, delta: usual, offset: 0 }
  const fields = [TRUN.delta, TRUN.size, TRUN.flags, TRUN.offset].filter((field) => flags & field)
  const offsetAt = fields.indexOf(TRUN.offset) * 4
  let at = 8 + (flags & TRUN.dataOffset ? 4 : 0) + (flags & TRUN.firstFlags ? 4 : 0)
  for (let index = 0; index < count; index++) {
    const delta = flags & TRUN.delta ? trun.readUInt32BE(at) : usual
    const offset = flags & TRUN.offset ? trun.readInt32BE(at + offsetAt) : 0
    yield { count: 1, delta, offset }
    at += fields.length * 4
  }
}
