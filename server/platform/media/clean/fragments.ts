import { one, only } from '#server/platform/media/inspect/boxes.ts'
import { Broken } from './broken.ts'
import { type Node, within } from './nodes.ts'
import type { Range } from './ranges.ts'

/** Fields of tfhd and trun are there when their flag is set (ISO 14496-12, 8.8.7 and 8.8.8). */
const TFHD = { baseOffset: 0x1, description: 0x2, delta: 0x8, size: 0x10, fromMoof: 0x20000 }
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, delta: 0x100, size: 0x200, flags: 0x400, offset: 0x800 }

export type Run = Range & { track: number }

/** `usualSizes` by track, where a fragment names none. */
type Tracks = { usualSizes: ReadonlyMap<number, number>; hiddenTracks: ReadonlySet<number> }

/** Where the samples of a fragment are that others are given. */
export function runsOf(moof: Node, { usualSizes, hiddenTracks }: Tracks): Run[] {
  const runs: Run[] = []
  for (const traf of only(within(moof), 'traf')) {
    const boxes = within(traf)
    const { track, base, size } = headOf(one(boxes, 'tfhd').body)
    const usual = size ?? usualSizes.get(track) ?? 0
    // Without a place of its own a track goes on where the one before it ended, which has to be there.
    if (base === undefined && hiddenTracks.has(runs.at(-1)?.track ?? Number.NaN))
      throw new Broken('behind what is hidden')
    const from = base ?? runs.at(-1)?.end ?? moof.at
    let next = from === 'moof' ? moof.at : from
    const origin = next
    for (const { body } of only(boxes, 'trun')) {
      const start = body.readUIntBE(1, 3) & TRUN.dataOffset ? origin + body.readInt32BE(8) : next
      next = start + bytesOf(body, usual)
      runs.push({ track, start, end: next })
    }
  }
  return runs.filter(({ track }) => !hiddenTracks.has(track))
}

function headOf(tfhd: Buffer): { track: number; base?: number | 'moof'; size?: number } {
  const flags = tfhd.readUIntBE(1, 3)
  const track = tfhd.readUInt32BE(4)
  let at = 8
  let base: number | 'moof' | undefined = flags & TFHD.fromMoof ? 'moof' : undefined
  if (flags & TFHD.baseOffset) {
    base = Number(tfhd.readBigUInt64BE(at))
    at += 8
  }
  if (flags & TFHD.description) at += 4
  if (flags & TFHD.delta) at += 4
  return { track, base, size: flags & TFHD.size ? tfhd.readUInt32BE(at) : undefined }
}

/** How long a run is; sample by sample only where each has a size of its own. */
function bytesOf(trun: Buffer, usual: number): number {
  const flags = trun.readUIntBE(1, 3)
  const count = trun.readUInt32BE(4)
  if (!(flags & TRUN.size)) return count * usual
  const step = [TRUN.delta, TRUN.size, TRUN.flags, TRUN.offset].filter((field) => flags & field).length * 4
  let at = 8 + (flags & TRUN.dataOffset ? 4 : 0) + (flags & TRUN.firstFlags ? 4 : 0) + (flags & TRUN.delta ? 4 : 0)
  let sum = 0
  for (let index = 0; index < count; index++, at += step) sum += trun.readUInt32BE(at)
  return sum
}
