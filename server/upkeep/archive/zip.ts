// A ZIP that is planned and never stored: entries lie uncompressed, and their names, sizes and CRC-32 are known before the first byte,
// so that every byte has its place (APPNOTE 6.3.3). No ZIP64, no data descriptors: such a file opens everywhere.

export type ZipEntry = { name: string; size: number; crc: number }
/** Bytes of the ZIP from `at` on: its own, or the content of the entry with this number. */
type Piece = { at: number; length: number } & ({ bytes: Buffer } | { entry: number })
export type ZipPlan = { length: number; pieces: Piece[] }

/** The most that a ZIP without ZIP64 and a stick of FAT32 can hold, with room to spare. */
export const ZIP_MOST = { bytes: 3_900_000_000, entries: 60_000 }

/** Names are UTF-8 (bit 11): without it a Chinese Windows reads GBK. */
const UTF8_NAMES = 0x0800
const VERSION_NEEDED = 20
const MADE_ON_UNIX = (3 << 8) | VERSION_NEEDED
const FILE_MODE = (0o100644 << 16) >>> 0
const HEAD_BYTES = 30
const LISTED_BYTES = 46
const END_BYTES = 22

/** The bytes that an entry takes besides its content. */
export const overheadOf = (name: string): number => HEAD_BYTES + LISTED_BYTES + 2 * Buffer.byteLength(name)
export const EMPTY_BYTES = END_BYTES

/** Where everything lies; every entry bears this moment (`YYYY-MM-DD HH:mm:ss`). Throws when it is too much for one file. */
export function planZip(entries: readonly ZipEntry[], moment: string): ZipPlan {
  const [stamp, pieces, listed]: [number, Piece[], Buffer[]] = [dosTime(moment), [], []]
  let at = 0
  for (const [number, entry] of entries.entries()) {
    const name = Buffer.from(entry.name)
    const facts = factsOf(entry, name.length, stamp)
    listed.push(listedHead(facts, at), name)
    const bytes = Buffer.concat([localHead(facts), name])
    pieces.push({ at, length: bytes.length, bytes })
    at += bytes.length
    if (entry.size > 0) pieces.push({ at, length: entry.size, entry: number })
    at += entry.size
  }
  const list = Buffer.concat(listed)
  if (at + list.length > ZIP_MOST.bytes || entries.length > ZIP_MOST.entries) throw new Error('too much for one ZIP')
  const bytes = Buffer.concat([list, endOf(entries.length, list.length, at)])
  pieces.push({ at, length: bytes.length, bytes })
  return { length: at + bytes.length, pieces }
}

/** The bytes from `start` up to but without `end`; `open` reads a part of the content of an entry. */
export async function* readZip(
  { pieces }: ZipPlan,
  { start, end }: { start: number; end: number },
  open: (entry: number, span: { start: number; end: number }) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  for (let index = pieceAt(pieces, start); index < pieces.length && pieces[index]!.at < end; index++) {
    const piece = pieces[index]!
    const span = { start: Math.max(0, start - piece.at), end: Math.min(piece.length, end - piece.at) }
    if ('bytes' in piece) yield piece.bytes.subarray(span.start, span.end)
    else yield* open(piece.entry, span)
  }
}

/** The number of the piece in which this byte lies. */
function pieceAt(pieces: readonly Piece[], byte: number): number {
  let [low, high] = [0, pieces.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (pieces[middle]!.at <= byte) low = middle
    else high = middle - 1
  }
  return low
}

/** The 22 bytes that both heads have alike. */
function factsOf({ size, crc }: ZipEntry, nameBytes: number, stamp: number): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(VERSION_NEEDED, 0)
  facts.writeUInt16LE(UTF8_NAMES, 2)
  facts.writeUInt32LE(stamp, 6)
  facts.writeUInt32LE(crc, 10)
  facts.writeUInt32LE(size, 14)
  facts.writeUInt32LE(size, 18)
  facts.writeUInt16LE(nameBytes, 22)
  return facts
}

const localHead = (facts: Buffer): Buffer => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts])

function listedHead(facts: Buffer, at: number): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(FILE_MODE, 6)
  rest.writeUInt32LE(at, 10)
  const made = Buffer.alloc(6)
  made.write('PK\x01\x02', 'latin1')
  made.writeUInt16LE(MADE_ON_UNIX, 4)
  return Buffer.concat([made, facts, rest])
}

function endOf(entries: number, listBytes: number, listAt: number): Buffer {
  const end = Buffer.alloc(END_BYTES)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(listBytes, 12)
  end.writeUInt32LE(listAt, 16)
  return end
}

/** DOS counts in steps of two seconds from 1980 on, in no zone: China's time, as everywhere in the archive. */
function dosTime(moment: string): number {
  const [year, month, day, hour, minute, second] = moment.split(/[- :]/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const date = ((year - 1980) << 9) | (month << 5) | day
  return ((date << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0
}
