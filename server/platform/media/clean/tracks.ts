import { one } from '#server/platform/media/inspect/boxes.ts'
import { type Edit, editsOf, partOf, USUAL_RATE } from '#server/platform/media/inspect/edits.ts'
import { fillerOf } from './filler.ts'
import type { Cut } from './found.ts'
import { trackOf } from './movieBoxes.ts'
import { neededSamples, type Part } from './neededSamples.ts'
import { type Node, within } from './nodes.ts'
import type { Range } from './ranges.ts'
import { chunkStarts, type Samples, samplesOf } from './samples.ts'

/** Tracks that are seen or heard; anything else that has a time – places, movements, drones' subtitles – is not for others. */
const SEEN_OR_HEARD = new Set(['vide', 'auxv', 'soun'])

export type Track = {
  id: number
  kind: string
  isShown: boolean
  isSound: boolean
  edits: Edit[]
  scale: number
  stbl: Node
}
/** `cuts` in the track's tables; `count` of its samples. */
export type GivenSamples = { ranges: Range[]; fillers: { at: number; bytes: Buffer }[]; cuts: Cut[]; count: number }

export function trackFrom(trak: Node): Track {
  const boxes = within(trak)
  const mdia = within(one(boxes, 'mdia'))
  const kind = one(mdia, 'hdlr').body.toString('latin1', 8, 12)
  const mdhd = one(mdia, 'mdhd').body
  const minf = within(one(mdia, 'minf'))
  return {
    id: trackOf(trak)!,
    kind,
    isShown: SEEN_OR_HEARD.has(kind),
    isSound: kind === 'soun',
    edits: editsOf(boxes),
    scale: mdhd.readUInt32BE(mdhd.readUInt8(0) === 1 ? 20 : 12),
    stbl: one(minf, 'stbl'),
  }
}

/** A decoder of sounds needs a little of what comes before. */
const SOUND_LEAD_SECONDS = 0.1
/** More edits than anybody makes count as one from the first to the last. */
const PARTS_MOST = 100

type TrackLimits = { movieScale: number; chunkEnd: (start: number) => number; most: number }

/** Where the samples are that others are given, and what stands for those that no edit shows. */
export async function givenSamples(track: Track, { movieScale, ...asked }: TrackLimits): Promise<GivenSamples> {
  const boxes = within(track.stbl)
  const samples = samplesOf(boxes, { ...asked, isSound: track.isSound })
  const needed = await neededOf(track, samples, movieScale)
  const result: GivenSamples = { ranges: [], fillers: [], cuts: [], count: samples.starts.length }
  const filler = needed && fillerOf(one(boxes, 'stsd'), track.isSound)
  const tail = needed && !track.isSound ? tailOf(boxes, needed) : undefined
  if (tail) result.cuts.push(tail.cut)
  samples.starts.forEach((start, index) => {
    const size = samples.sizes[index]!
    if (!needed || needed[index]) append(result.ranges, { start, end: start + size })
    else if (!tail || index < tail.from) fill(result, start, filler?.(size))
  })
  return result
}

/**
 * Some decoders are handed what follows the last shown picture up to one that stands alone, and fail where it is none. So those
 * samples have no size any more; as they are the last, no other's place depends on it.
 */
function tailOf(stbl: Node[], needed: Uint8Array): { from: number; cut: Cut } | undefined {
  const sizes = stbl.find(({ type, body }) => type === 'stsz' && body.readUInt32BE(4) === 0)
  const from = needed.lastIndexOf(1) + 1
  return sizes && { from, cut: { at: sizes.start + 12 + from * 4, length: (needed.length - from) * 4 } }
}

/** Undefined is all of them: without edits, or with such as nobody can follow. */
async function neededOf(
  { edits, scale, isSound }: Track,
  samples: Samples,
  movieScale: number,
): Promise<Uint8Array | undefined> {
  const isStrange = edits.some(({ rate, start }) => rate !== USUAL_RATE || start < -1)
  const parts = edits
    .filter(({ start }) => start >= 0)
    .map((edit) => partOf(edit, Number.POSITIVE_INFINITY, { scale, movieScale }))
  if (isStrange || parts.length === 0) return undefined
  return neededSamples(samples, fewer(parts), isSound ? SOUND_LEAD_SECONDS * scale : 0)
}

const fewer = (parts: Part[]): Part[] =>
  parts.length <= PARTS_MOST
    ? parts
    : [parts.reduce((all, { start, end }) => ({ start: Math.min(all.start, start), end: Math.max(all.end, end) }))]

/** Most samples follow each other. */
function append(ranges: Range[], { start, end }: Range): void {
  const last = ranges.at(-1)
  if (last?.end === start) last.end = end
  else ranges.push({ start, end })
}

function fill({ fillers }: GivenSamples, at: number, bytes: Buffer | undefined): void {
  if (bytes) fillers.push({ at, bytes })
}

/** All places where something of a track begins; none where it has no samples. */
export const beginnings = ({ stbl }: Track): number[] => chunkStarts(within(stbl))
