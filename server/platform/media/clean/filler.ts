import { type Node, nodesIn } from './nodes.ts'

/** The bytes in place of a sample of this size that nobody is shown, zeros behind them; undefined where zeros have to do. */
export type Filler = (size: number) => Buffer | undefined

const ENTRIES_AT = 8
/** A description of pictures (ISO 14496-12, 12.1.3) up to the boxes in it. */
export const PICTURE_BYTES = 78
const ZEROS: Filler = () => undefined

export const descriptions = ({ body, start }: Node): Node[] => nodesIn(body.subarray(ENTRIES_AT), start + ENTRIES_AT)

export const boxesOfPicture = ({ body, start }: Node): Node[] =>
  nodesIn(body.subarray(PICTURE_BYTES), start + PICTURE_BYTES)

/** Decoders meet these samples on their way to what is shown, and count those they could decode. */
export function fillerOf(stsd: Node, isSound: boolean): Filler {
  const entries = descriptions(stsd)
  if (entries.length !== 1) return ZEROS
  return isSound ? silence(entries[0]!) : skipped(entries[0]!)
}

/** Unit of type 12 (ITU-T H.264, 7.4.1) and 38 (H.265, 7.4.2.2) that has nothing but its end; decoders skip it. */
const UNITS: Record<string, { lengthAt: number; unit: Buffer }> = {
  avcC: { lengthAt: 4, unit: Buffer.from('0c80', 'hex') },
  hvcC: { lengthAt: 21, unit: Buffer.from('4c0180', 'hex') },
}

function skipped(entry: Node): Filler {
  const setup = boxesOfPicture(entry).find(({ type }) => UNITS[type])
  if (!setup) return ZEROS
  const { lengthAt, unit } = UNITS[setup.type]!
  const lengthBytes = (setup.body.readUInt8(lengthAt) & 3) + 1
  return (size) => {
    const length = size - lengthBytes
    if (length < unit.length || length >= 256 ** lengthBytes) return undefined
    const prefix = Buffer.alloc(lengthBytes)
    prefix.writeUIntBE(length, 0, lengthBytes)
    return Buffer.concat([prefix, unit])
  }
}

/** A frame of AAC (ISO 14496-3, 4.4.2.1) in which nothing is heard, by the number of its channels. */
const SILENT: Record<number, Buffer> = {
  1: Buffer.from('00c800802380', 'hex'),
  2: Buffer.from('210049900219002380', 'hex'),
}
const DESCRIPTOR = { stream: 3, decoder: 4, setup: 5 }
/** Low complexity, alone or below what adds high tones. */
const LOW_COMPLEXITY = new Set([2, 5, 29])

/** QuickTime puts the description of AAC deeper than MP4 does. */
function silence({ body }: Node): Filler {
  const esds = body.indexOf('esds')
  const setup = esds < 0 ? undefined : setupIn(body, esds + 8)
  if (setup === undefined || !LOW_COMPLEXITY.has(setup >> 11)) return ZEROS
  const frame = SILENT[(setup >> 3) & 15]
  return frame ? (size) => (size < frame.length ? undefined : frame) : ZEROS
}

/** Kind, rate and channels of AAC in 16 bits, from the descriptors that begin here (ISO 14496-1, 7.2.6). */
function setupIn(body: Buffer, from: number): number | undefined {
  let at = from
  for (const [tag, skip] of [
    [DESCRIPTOR.stream, 3],
    [DESCRIPTOR.decoder, 13],
    [DESCRIPTOR.setup, 0],
  ] as const) {
    if (body.readUInt8(at) !== tag) return undefined
    // Its length has a byte or more, of which all but the last have the highest bit.
    while (body.readUInt8(at + 1) & 0x80) at += 1
    at += 2 + skip
  }
  return body.readUInt16BE(at)
}
