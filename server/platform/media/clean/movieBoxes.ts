import { descriptions } from './filler.ts'
import type { Cut } from './found.ts'
import { emptied, type Node, within } from './nodes.ts'

/**
 * Boxes that players need (ISO 14496-12, and QuickTime's own), by the box that holds them, '' for the file itself. All else –
 * `udta`, `meta`, `uuid`, whatever makers of cameras think of – may say where, with what and by whom a film was taken.
 */
const NEEDED: Record<string, ReadonlySet<string>> = {
  '': new Set(['ftyp', 'styp', 'pdin', 'moov', 'moof', 'mdat', 'mfra', 'sidx', 'ssix']),
  moov: new Set(['mvhd', 'trak', 'mvex', 'iods']),
  trak: new Set(['tkhd', 'edts', 'mdia', 'tref', 'tapt', 'load']),
  edts: new Set(['elst']),
  mdia: new Set(['mdhd', 'hdlr', 'minf', 'elng']),
  minf: new Set(['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl']),
  dinf: new Set(['dref']),
  stbl: new Set(
    ['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stps', 'stsh', 'sdtp'].concat([
      'sbgp',
      'sgpd',
      'subs',
      'padb',
      'stdp',
    ]),
  ),
  // References to tracks that others are not given lead nowhere.
  tref: new Set(['auxl', 'vdep']),
  mvex: new Set(['mehd', 'trex', 'leva']),
  moof: new Set(['mfhd', 'traf']),
  traf: new Set(['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs']),
}

export const isNeeded = (parent: string, type: string): boolean => NEEDED[parent]!.has(type)

/** Cuts all within that nobody needs, or whose track is one that others are not given. */
export function boxCuts(parent: Node, hiddenTracks: ReadonlySet<number | undefined>): Cut[] {
  if (!NEEDED[parent.type]) return LEAF_CUTS[parent.type]?.(parent) ?? []
  return within(parent).flatMap((node) => {
    const isGone =
      !isNeeded(parent.type, node.type) ||
      (OF_A_TRACK.has(node.type) && hiddenTracks.has(trackOf(node))) ||
      (node.type === 'tref' && !within(node).some(({ type }) => isNeeded('tref', type)))
    return isGone ? emptied(node) : boxCuts(node, hiddenTracks)
  })
}

const HANDLER_NAME_AT = 24
/** Version and flags. */
const FULL_BYTES = 4

const LEAF_CUTS: Record<string, (node: Node) => Cut[]> = {
  // An empty name, whether its first byte is the end of a text or the length of one.
  hdlr: ({ start, end }) =>
    end > start + HANDLER_NAME_AT ? [{ at: start + HANDLER_NAME_AT, length: end - start - HANDLER_NAME_AT }] : [],
  // Where data lie is in this file; QuickTime writes names of disks and folders there.
  dref: (node) =>
    descriptions(node).map(({ start, end }) => ({
      at: start + FULL_BYTES,
      length: Math.max(0, end - start - FULL_BYTES),
    })),
}

/** Whose track a box is, where it says so. */
export function trackOf(node: Node): number | undefined {
  if (node.type === 'trex') return node.body.readUInt32BE(4)
  const head = within(node).find(({ type }) => type === HEADS[node.type])?.body
  if (!head) return undefined
  return head.readUInt32BE(node.type === 'traf' ? 4 : head.readUInt8(0) === 1 ? 20 : 12)
}

const OF_A_TRACK = new Set(['trak', 'traf', 'trex'])
const HEADS: Record<string, string> = { trak: 'tkhd', traf: 'tfhd' }
