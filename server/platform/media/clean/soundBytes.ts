import type { Node } from './nodes.ts'

/**
 * Sounds of QuickTime whose samples are single moments, of which `stsz` says 1, or packets: the bits of a moment in one channel,
 * undefined where the description says it itself (QuickTime File Format, "Sound sample descriptions").
 */
const BITS: Record<string, number | undefined> = {
  ...{ 'raw ': undefined, NONE: undefined, twos: undefined, sowt: undefined, lpcm: undefined },
  ...{ in24: 24, in32: 32, fl32: 32, fl64: 64, alaw: 8, ulaw: 8 },
  ...{ ima4: (34 * 8) / 64, MAC3: 16 / 6, MAC6: 8 / 6 },
}
/** No packet has one byte. */
const MOMENT = 1
const AT = { version: 8, channels: 16, bits: 18, samplesPerPacket: 28, bytesPerFrame: 36, bytesPerPacket: 56 }

/** How many bytes so many samples have that all have this size; undefined where nobody can tell. */
export function soundBytes(entries: readonly Node[], usual: number): (count: number) => number | undefined {
  const each = entries.map((entry) => (entry.type in BITS || usual === MOMENT ? bytesOf(entry) : usual))
  const isKnown = each.length > 0 && each.every((bytes) => bytes > 0)
  const most = Math.max(usual === MOMENT ? 0 : usual, ...each)
  return (count) => (isKnown ? Math.ceil(most * count) : undefined)
}

/** Of one sample; nothing where its description says nothing of it. */
function bytesOf({ type, body }: Node): number {
  const version = body.readUInt16BE(AT.version)
  if (version === 2) return body.readUInt32BE(AT.bytesPerPacket)
  const perFrame = version === 1 ? body.readUInt32BE(AT.bytesPerFrame) / body.readUInt32BE(AT.samplesPerPacket) : 0
  // A quotient of nothing is none.
  if (perFrame > 0 && Number.isFinite(perFrame)) return perFrame
  return (body.readUInt16BE(AT.channels) * (BITS[type] ?? body.readUInt16BE(AT.bits))) / 8
}
