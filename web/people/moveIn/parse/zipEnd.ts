import { NotReadable } from '../parsed.ts'
import { ZIP_DAMAGED } from './inflate.ts'

const END = 0x06054b50
const END_BYTES = 22
const COMMENT_MAX_BYTES = 65_535
const LOCATOR = 0x07064b50
const LOCATOR_BYTES = 20
const LONG_END = 0x06064b50
const LONG_END_BYTES = 56
/** Of 100,000 names some 600 bytes each: more is no directory that people's programs write. */
const DIRECTORY_MAX_BYTES = 67_108_864

export type Directory = { at: number; bytes: number; count: number }

/** Where the directory lies, as the end of the ZIP says it. Throws NotReadable when there is none, or not where it should be. */
export async function findDirectory(blob: Blob): Promise<Directory> {
  const from = Math.max(0, blob.size - END_BYTES - COMMENT_MAX_BYTES - LOCATOR_BYTES)
  const tail = new DataView(await blob.slice(from).arrayBuffer())
  const end = placeOfEnd(tail)
  if (end === undefined) throw new NotReadable('这不是ZIP文件，或者它不完整，请重新导出后再试')
  const short = shortEnd(tail, end)
  const isLong = short.count === 0xffff || short.bytes === 0xffffffff || short.at === 0xffffffff
  const { endAt, ...directory } = isLong ? await longEnd(blob, tail, end) : { ...short, endAt: from + end }
  if (directory.bytes > DIRECTORY_MAX_BYTES) throw new NotReadable('ZIP里的文件太多了')
  if (directory.at + directory.bytes !== endAt) throw new NotReadable(ZIP_DAMAGED)
  return directory
}

/** The end is followed by a comment alone, of the length that it says. */
function placeOfEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue
    if (at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength) return at
  }
  return undefined
}

function shortEnd(tail: DataView, end: number): Directory {
  const [disk, first, here, count] = [4, 6, 8, 10].map((place) => tail.getUint16(end + place, true))
  if (disk !== first || here !== count) throw new NotReadable('这个ZIP分成了几个文件，请合成一个再试')
  return { count: count!, bytes: tail.getUint32(end + 12, true), at: tail.getUint32(end + 16, true) }
}

/** ZIP64: the longer end, which the locator before the shorter one leads to. A ZIP of 65,535 files may do without. */
async function longEnd(blob: Blob, tail: DataView, end: number): Promise<Directory & { endAt: number }> {
  const locator = end - LOCATOR_BYTES
  if (locator < 0 || tail.getUint32(locator, true) !== LOCATOR) {
    return { ...shortEnd(tail, end), endAt: blob.size - (tail.byteLength - end) }
  }
  const endAt = Number(tail.getBigUint64(locator + 8, true))
  const view = new DataView(await blob.slice(endAt, endAt + LONG_END_BYTES).arrayBuffer())
  if (view.byteLength < LONG_END_BYTES || view.getUint32(0, true) !== LONG_END) throw new NotReadable(ZIP_DAMAGED)
  const [count, bytes, at] = [32, 40, 48].map((place) => Number(view.getBigUint64(place, true))) as [
    number,
    number,
    number,
  ]
  return { count, bytes, at, endAt }
}
