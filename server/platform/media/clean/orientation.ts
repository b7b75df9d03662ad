import type { Walk } from './walk.ts'

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const ORIENTATION = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12
/** Cameras write the orientation among the first entries; a thumbnail and a maker's notes come behind them. */
const EXIF_BYTES_READ = 64 * 1024

/** The rest that is kept of an Exif: how the picture is to be turned, if it says so. With `Exif\0\0`, if that was there. */
export async function turnedOnly(walk: Walk, at: number, length: number): Promise<Buffer | undefined> {
  const exif = await walk.at(at, Math.min(length, EXIF_BYTES_READ))
  const prefix = exif.subarray(0, EXIF.length).equals(EXIF) ? EXIF : Buffer.alloc(0)
  const orientation = orientationOf(exif.subarray(prefix.length))
  return orientation === undefined ? undefined : Buffer.concat([prefix, tiffOf(orientation)])
}

/** 1 to 8, of the first directory (TIFF 6.0, section 2). */
function orientationOf(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return undefined
  const end = Math.min(start + 2 + short(start) * ENTRY_BYTES, tiff.length)
  for (let at = start + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue
    const orientation = short(at + 8)
    return orientation >= 1 && orientation <= 8 ? orientation : undefined
  }
  return undefined
}

/** One directory with one entry. */
function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(ORIENTATION, 10)
  tiff.writeUInt16LE(SHORT, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return tiff
}
