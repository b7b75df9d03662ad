import { type Box, entries, one } from '#server/platform/media/inspect/boxes.ts'
import { Broken } from './broken.ts'
import { descriptions } from './filler.ts'
import type { Node } from './nodes.ts'
import { soundBytes } from './soundBytes.ts'

/**
 * The samples of a track in the order of decoding; where sounds have one size for all, a chunk of them stands for one. `times`: when
 * each is shown, by the track's clock; `isSync`: decoding can begin with it.
 */
export type Samples = { starts: number[]; sizes: number[]; times: number[]; isSync: (index: number) => boolean }

/** An hour of pictures and sounds has fewer; what has more was made to fill the memory. */
export const SAMPLES_MOST = 400_000

/** `chunkEnd`: where what begins here ends at the latest; `most`: so many and no more. */
type SampleLimits = { isSound: boolean; chunkEnd: (start: number) => number; most: number }

export function samplesOf(stbl: Node[], { isSound, chunkEnd, most }: SampleLimits): Samples {
  const { usual, count, sizeAt } = sizesOf(stbl)
  const perChunk = chunkSizes(one(stbl, 'stsc').body)
  const decoded = cursor(one(stbl, 'stts').body, true)
  const offset = cursor(stbl.find(({ type }) => type === 'ctts')?.body, false)
  const isByChunk = isSound && usual > 0
  const bytesOf = soundBytes(isByChunk ? descriptions(one(stbl, 'stsd')) : [], usual)
  const samples: Samples = { starts: [], sizes: [], times: [], isSync: isByChunk ? () => true : syncOf(stbl) }
  let index = 0
  chunkStarts(stbl).forEach((chunk, chunkIndex) => {
    const stop = Math.min(count, index + perChunk(chunkIndex + 1))
    let start = chunk
    while (index < stop) {
      const size = isByChunk
        ? Math.min(bytesOf(stop - index) ?? Number.POSITIVE_INFINITY, chunkEnd(chunk) - chunk)
        : sizeAt(index)
      if (samples.starts.length >= most) throw new Broken('too many samples')
      samples.starts.push(start)
      samples.sizes.push(size)
      samples.times.push(decoded(index) + offset(index))
      start += size
      index = isByChunk ? stop : index + 1
    }
  })
  return samples
}

export function chunkStarts(stbl: Box[]): number[] {
  const [table, second] = stbl.filter(({ type }) => type === 'stco' || type === 'co64')
  if (!table || second) throw new Broken('no places of samples')
  const { body, type } = table
  if (type === 'stco') return [...entries(body, 4)].map((at) => body.readUInt32BE(at))
  return [...entries(body, 8)].map((at) => Number(body.readBigUInt64BE(at)))
}

function sizesOf(stbl: Box[]): { usual: number; count: number; sizeAt: (index: number) => number } {
  const [table, second] = stbl.filter(({ type }) => type === 'stsz' || type === 'stz2')
  if (!table || second) throw new Broken('no sizes of samples')
  const { body, type } = table
  const count = body.readUInt32BE(8)
  if (type === 'stsz') {
    const usual = body.readUInt32BE(4)
    return { usual, count, sizeAt: (index) => usual || body.readUInt32BE(12 + index * 4) }
  }
  const bits = body.readUInt8(7)
  if (bits === 16) return { usual: 0, count, sizeAt: (index) => body.readUInt16BE(12 + index * 2) }
  if (bits === 8) return { usual: 0, count, sizeAt: (index) => body.readUInt8(12 + index) }
  return {
    usual: 0,
    count,
    sizeAt: (index) => (body.readUInt8(12 + (index >> 1)) >> (index % 2 === 0 ? 4 : 0)) & 15,
  }
}

/** How many samples the chunks have, which are asked for in their order and counted from one. */
function chunkSizes(stsc: Buffer): (chunk: number) => number {
  const runs = [...entries(stsc, 12)].map((at) => ({ from: stsc.readUInt32BE(at), count: stsc.readUInt32BE(at + 4) }))
  let index = 0
  return (chunk) => {
    while (index + 1 < runs.length && chunk >= runs[index + 1]!.from) index += 1
    return runs[index]?.count ?? 0
  }
}

/** Reads a table of counts and values for growing indexes: the values before an index as a sum, or the one at it. */
function cursor(table: Buffer | undefined, sums: boolean): (index: number) => number {
  const runs = table
    ? [...entries(table, 8)].map((at) => ({ count: table.readUInt32BE(at), value: table.readInt32BE(at + 4) }))
    : []
  let run = 0
  let before = 0
  let sum = 0
  return (index) => {
    // Players go on with the last value when there are more samples than the table counts.
    while (run + 1 < runs.length && index >= before + runs[run]!.count) {
      before += runs[run]!.count
      sum += runs[run]!.count * runs[run]!.value
      run += 1
    }
    const value = runs[run]?.value ?? 0
    return sums ? sum + (index - before) * value : value
  }
}

/** Without a list every sample is one. */
function syncOf(stbl: Box[]): (index: number) => boolean {
  const stss = stbl.find(({ type }) => type === 'stss')?.body
  if (!stss) return () => true
  const numbers = new Set([...entries(stss, 4)].map((at) => stss.readUInt32BE(at)))
  return (index) => numbers.has(index + 1)
}
