import { lengthAt } from '#contract/vint.ts'
import type { Bytes } from '#server/platform/media/inspect/bytes.ts'
import { type Element, ENTERED, elementAt } from '#server/platform/media/inspect/elements.ts'
import { Broken } from './broken.ts'
import { CUTS_MOST } from './cut.ts'
import type { Cut } from './found.ts'
import { orBroken } from './orBroken.ts'

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const VOID = 0xec
const TRACK = { entry: 0xae, number: 0xd7, type: 0x83 }
/** SimpleBlock and Block. */
const BLOCKS = new Set([0xa3, 0xa1])

/**
 * Elements that players need of the rest: the head of all, SeekHead, Cues; times; a track's number, UID, type, flags, durations,
 * language, codec, delays, picture, sound and encodings; clusters' times, blocks and what belongs to one. Tags, attachments,
 * titles, names, dates, chapters and unknown elements are not among them.
 */
const NEEDED = new Set([
  ...[EBML, 0x114d9b74, 0x1c53bb6b, 0x2ad7b1, 0x4489],
  ...[0xd7, 0x73c5, 0x83, 0xb9, 0x88, 0x55aa, 0x9c, 0x23e383, 0x234e7a, 0x23314f, 0x55ee, 0x41e4, 0x22b59c, 0x22b59d],
  ...[0x86, 0x63a2, 0x56aa, 0x56bb, 0xe0, 0xe1, 0x6d80, 0x6de7, 0x6df8],
  ...[0xe7, 0xab, 0xa7, 0xa3, 0xa1, 0x9b, 0xfb, 0x75a1, 0x75a2],
])
/** Names of programs, without which it is no WebM: they stay and are empty. */
const BLANKED = new Set([0x4d80, 0x5741])
/** Pictures and sounds. */
const SEEN_OR_HEARD = new Set([1, 2])

const VALUE_BYTES = 8

/** `entry`: the one that is looked at, and how many cuts there were before its own. */
type Entry = { element: Element; cutsBefore: number; number?: number; type?: number }
type Film = { cuts: Cut[]; entry?: Entry; hiddenTracks: Set<number>; hasSegment: boolean; hasClusters: boolean }

/**
 * The parts of a WebM or Matroska file that others are not given. Every element is looked at in the order of the file, whatever
 * sizes its parents claim; recordings do not know theirs. No element moves, so that Cues and SeekHead hold. Cuts are apart from
 * each other.
 *
 * @throws Broken when nobody can tell what is in it
 */
export const webmCuts = (bytes: Bytes): Promise<Cut[]> => cutsIn(bytes).catch(orBroken)

async function cutsIn(bytes: Bytes): Promise<Cut[]> {
  const film: Film = { cuts: [], hiddenTracks: new Set(), hasSegment: false, hasClusters: false }
  for (let at = 0; at < bytes.size; ) {
    const element = await elementAt(bytes, at)
    if (!element) {
      film.cuts.push({ at, length: bytes.size - at })
      break
    }
    const { id, start, end } = element
    if (at === 0 && id !== EBML) throw new Broken('another container')
    film.hasSegment ||= id === SEGMENT
    if (film.entry && at >= film.entry.element.end) film.entry = undefined
    const value = () => bytes.at(start, Math.min(VALUE_BYTES, end - start))
    at = ENTERED.has(id) ? enter(film, element) : await leave(film, element, value)
    if (film.cuts.length > CUTS_MOST) throw new Broken('too many cuts')
  }
  if (!film.hasSegment) throw new Broken('no film in it')
  return film.cuts
}

function enter(film: Film, element: Element): number {
  if (element.id === TRACK.entry) film.entry = { element, cutsBefore: film.cuts.length }
  film.hasClusters ||= element.id === CLUSTER
  return element.start
}

/** Says where to go on. */
async function leave(film: Film, element: Element, value: () => Promise<Buffer>): Promise<number> {
  const { id, start, end } = element
  if (element.isOpen) throw new Broken('an element without an end')
  if (BLANKED.has(id)) film.cuts.push({ at: start, length: end - start })
  else if (!NEEDED.has(id)) film.cuts.push(...voided(element))
  else if (id === TRACK.number || id === TRACK.type) return Math.max(end, noteTrack(film, id, await value()))
  else if (BLOCKS.has(id) && film.hiddenTracks.has(trackOf(await value()))) film.cuts.push(...voided(element))
  return end
}

/** The whole entry of a hidden track goes, its codec's settings too, in place of what was cut within it. Says where it ends. */
function noteTrack({ entry, ...film }: Film, id: number, value: Buffer): number {
  if (!entry) return 0
  const number = value.length === 0 ? 0 : Number(BigInt(`0x${value.toString('hex')}`))
  if (id === TRACK.number) entry.number = number
  else entry.type = number
  if (entry.number === undefined || entry.type === undefined || SEEN_OR_HEARD.has(entry.type)) return 0
  if (film.hasClusters || entry.element.isOpen) throw new Broken('a hidden track nobody can take out')
  film.hiddenTracks.add(entry.number)
  film.cuts.splice(entry.cutsBefore, Number.POSITIVE_INFINITY, ...voided(entry.element))
  return entry.element.end
}

function trackOf(block: Buffer): number {
  const track = lengthAt(block, 0)
  if (!track) throw new Broken('a block of no track')
  return track.length
}

/** A Void of the same length: its id has one byte, so what is left of the head is its length. */
function voided({ at, start, end }: Element): Cut[] {
  const width = Math.min(8, start - at - 1)
  const head = Buffer.alloc(1 + width)
  head[0] = VOID
  const length = BigInt(end - at - head.length)
  for (let index = 0; index < width; index++) head[width - index] = Number((length >> BigInt(8 * index)) & 0xffn)
  head[1] = head[1]! | (1 << (8 - width))
  return [{ at, length: end - at, bytes: head }]
}
