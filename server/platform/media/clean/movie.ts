import { boxAt, one, only } from '#server/platform/media/inspect/boxes.ts'
import type { Bytes } from '#server/platform/media/inspect/bytes.ts'
import { Broken } from './broken.ts'
import { CUTS_MOST } from './cut.ts'
import { descriptionCuts } from './descriptionBoxes.ts'
import { filled } from './filled.ts'
import type { Cut } from './found.ts'
import { runsOf } from './fragments.ts'
import { boxCuts, isNeeded } from './movieBoxes.ts'
import { emptied, type Node, within } from './nodes.ts'
import { orBroken } from './orBroken.ts'
import { joined, type Range, without } from './ranges.ts'
import { SAMPLES_MOST } from './samples.ts'
import { beginnings, type GivenSamples, givenSamples, type Track, trackFrom } from './tracks.ts'

type Film = { scale: number; tracks: Track[]; hiddenTracks: Set<number>; usualSizes: Map<number, number> }
type Found = { film?: Film; cuts: Cut[]; data: Range[]; runs: Range[]; hasFragments: boolean }

/**
 * The parts of an MP4, QuickTime, M4A or 3GP file (ISO 14496-12) that others are not given: all boxes that players do not need,
 * all tracks that are neither seen nor heard, and all samples that its edit list does not show – as far as the samples shown can
 * be decoded without them. Everything else stays, byte for byte and in its place. Cuts are apart from each other.
 *
 * @throws Broken when nobody can tell what is in it
 */
export const movieCuts = (bytes: Bytes): Promise<Cut[]> => cutsIn(bytes).catch(orBroken)

async function cutsIn(bytes: Bytes): Promise<Cut[]> {
  const found: Found = { cuts: [], data: [], runs: [], hasFragments: false }
  let at = 0
  while (at + 8 <= bytes.size) {
    const box = await boxAt(bytes, at)
    await lookAt(found, bytes, { ...box, at })
    if (found.cuts.length > CUTS_MOST) throw new Broken('too many cuts')
    at = box.end
  }
  if (at < bytes.size) found.cuts.push({ at, length: bytes.size - at })
  if (!found.film) throw new Broken('no film in it')
  const ofSamples = await sampleCuts(found, found.film, bytes.size)
  if (found.cuts.length + ofSamples.length > CUTS_MOST) throw new Broken('too many cuts')
  return [...found.cuts, ...ofSamples].filter(({ length }) => length > 0)
}

async function lookAt(found: Found, bytes: Bytes, box: Omit<Node, 'body'>): Promise<void> {
  const { type, start, end } = box
  if (!isNeeded('', type)) found.cuts.push(...emptied(box))
  if (type === 'mdat') found.data.push({ start, end })
  if (type === 'moov') {
    if (found.film) throw new Broken('two films in it')
    const moov = { ...box, body: await bytes.at(start, end - start) }
    found.film = filmFrom(moov)
    found.cuts.push(...boxCuts(moov, found.film.hiddenTracks), ...shown(found.film).flatMap(descriptionCuts))
  }
  if (type === 'moof') {
    if (!found.film) throw new Broken('a fragment of nothing')
    addFragment(found, found.film, { ...box, body: await bytes.at(start, end - start) })
  }
}

const shown = ({ tracks }: Film): Track[] => tracks.filter(({ isShown }) => isShown)

function filmFrom(moov: Node): Film {
  const boxes = within(moov)
  const mvhd = one(boxes, 'mvhd').body
  const tracks = only(boxes, 'trak').map(trackFrom)
  if (tracks.length === 0) throw new Broken('no track in it')
  if (new Set(tracks.map(({ id }) => id)).size < tracks.length) throw new Broken('two tracks of one number')
  const usual = only(boxes, 'mvex').flatMap((mvex) => only(within(mvex), 'trex'))
  return {
    scale: mvhd.readUInt32BE(mvhd.readUInt8(0) === 1 ? 20 : 12),
    tracks,
    hiddenTracks: new Set(tracks.filter(({ isShown }) => !isShown).map(({ id }) => id)),
    usualSizes: new Map(usual.map(({ body }) => [body.readUInt32BE(4), body.readUInt32BE(16)])),
  }
}

function addFragment(found: Found, film: Film, moof: Node): void {
  found.hasFragments = true
  found.cuts.push(...boxCuts(moof, film.hiddenTracks))
  if (found.runs.length > SAMPLES_MOST) throw new Broken('too many runs of samples')
  found.runs.push(...runsOf(moof, film))
}

/** Fragments have no end that an edit list could know of, so that all of them stays. */
async function sampleCuts({ data, runs, hasFragments }: Found, film: Film, size: number): Promise<Cut[]> {
  const wholes = joined(data)
  const chunkEnd = chunkEnds(film, wholes)
  let most = SAMPLES_MOST
  const found: GivenSamples[] = []
  for (const track of shown(film)) {
    const asked = { movieScale: film.scale, chunkEnd, most }
    const samples = await givenSamples(hasFragments ? { ...track, edits: [] } : track, asked)
    most -= samples.count
    found.push(samples)
  }
  const given = joined([...runs, ...found.flatMap(({ ranges }) => ranges)])
  if (given.some(({ start, end }) => start < 0 || end > size)) throw new Broken('a sample outside')
  const fillers = found.flatMap(({ fillers }) => fillers)
  return [...found.flatMap(({ cuts }) => cuts), ...filled(without(wholes, given), fillers)]
}

/** The end of a chunk that begins here: where anything else begins, or its box ends. */
function chunkEnds(film: Film, wholes: Range[]): (start: number) => number {
  let ends: number[] | undefined
  return (start) => {
    ends ??= [...film.tracks.flatMap(beginnings), ...wholes.map(({ end }) => end)].sort((a, b) => a - b)
    return firstAbove(ends, start) ?? start
  }
}

function firstAbove(sorted: number[], value: number): number | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! > value) high = middle
    else low = middle + 1
  }
  return sorted[low]
}
