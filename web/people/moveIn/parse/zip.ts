import { type LeftOut, NotReadable } from '../parsed.ts'
import { inflate, ZIP_DAMAGED } from './inflate.ts'
import { findDirectory } from './zipEnd.ts'
import { decodeNames, isSystems, type RawName, safePath } from './zipNames.ts'

// A ZIP read where it lies: its directory first, then each file when it is asked for. Nothing it says is believed: sizes, checksums and
// places are compared with what is there.

export type ZipFile = {
  name: string
  bytes: number
  /** Throws NotReadable when the file is not what the directory says. */
  read: () => Promise<Blob>
}
export type Zip = { files: ZipFile[]; leftOut: LeftOut[] }

const ENTRIES_MAX = 100_000
const RATIO_MAX = 100
/** A short text may be one letter: what is no larger than this may be packed as well as it likes. */
const SMALL_BYTES = 1_048_576

const DIRECTORY_HEAD = 0x02014b50
const DIRECTORY_HEAD_BYTES = 46
const LOCAL_HEAD = 0x04034b50
const LOCAL_HEAD_BYTES = 30
/** Bits 0, 6 and 13: the content is encrypted, by a better way, the directory as well. */
const ENCRYPTED = 0x2041
const ZIP64 = 0x0001
const UNKNOWN = 0xffffffff
const [STORED, DEFLATED, AES] = [0, 8, 99]
const [ON_UNIX, ON_MACOS] = [3, 19]
const [FILE_KIND, SYMLINK] = [0xf000, 0xa000]

/** `limit`: where the next one begins, or the directory. */
type Entry = RawName & {
  method: number
  crc: number
  packed: number
  size: number
  at: number
  limit: number
  link: boolean
}

export async function openZip(blob: Blob): Promise<Zip> {
  const { at, bytes, count } = await findDirectory(blob)
  if (count > ENTRIES_MAX) throw new NotReadable(`ZIP里的文件太多了，最多${ENTRIES_MAX / 10_000}万个`)
  const view = new DataView(await blob.slice(at, at + bytes).arrayBuffer())
  const entries = readEntries(view, count)
  setLimits(entries, at)
  refuseBombs(entries, blob.size)
  return sorted(blob, entries)
}

function readEntries(view: DataView, count: number): Entry[] {
  const entries: Entry[] = []
  let at = 0
  for (let number = 0; number < count; number++) {
    if (at + DIRECTORY_HEAD_BYTES > view.byteLength) throw new NotReadable(ZIP_DAMAGED)
    if (view.getUint32(at, true) !== DIRECTORY_HEAD) throw new NotReadable(ZIP_DAMAGED)
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ]
    const end = at + DIRECTORY_HEAD_BYTES + name + extra + comment
    if (end > view.byteLength) throw new NotReadable(ZIP_DAMAGED)
    entries.push(entryAt(view, at, name, extra))
    at = end
  }
  return entries
}

function entryAt(view: DataView, at: number, nameBytes: number, extraBytes: number): Entry {
  const nameAt = view.byteOffset + at + DIRECTORY_HEAD_BYTES
  const extra = fieldsOf(new DataView(view.buffer, nameAt + nameBytes, extraBytes))
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  if (flags & ENCRYPTED || method === AES) throw new NotReadable('这个ZIP有密码，请先解开再选择其中的文件')
  const system = view.getUint8(at + 5)
  const mode = view.getUint16(at + 40, true)
  const [size, packed, place] = longNumbers(
    [24, 20, 42].map((field) => view.getUint32(at + field, true)),
    extra.get(ZIP64),
  )
  return {
    bytes: new Uint8Array(view.buffer, nameAt, nameBytes),
    flags,
    extra,
    method,
    crc: view.getUint32(at + 16, true),
    size,
    packed,
    at: place,
    limit: 0,
    link: (system === ON_UNIX || system === ON_MACOS) && (mode & FILE_KIND) === SYMLINK,
  }
}

/** The extra fields of an entry, by their numbers; a broken rest is no field. */
function fieldsOf(extra: DataView): Map<number, DataView> {
  const fields = new Map<number, DataView>()
  let at = 0
  while (at + 4 <= extra.byteLength) {
    const bytes = extra.getUint16(at + 2, true)
    if (at + 4 + bytes > extra.byteLength) break
    fields.set(extra.getUint16(at, true), new DataView(extra.buffer, extra.byteOffset + at + 4, bytes))
    at += 4 + bytes
  }
  return fields
}

/** Size, packed size and place: those too long for 32 bits stand in the ZIP64 field, in this order. */
function longNumbers(short: number[], field: DataView | undefined): [number, number, number] {
  let at = 0
  const long = short.map((value) => {
    if (value !== UNKNOWN) return value
    if (!field || at + 8 > field.byteLength) throw new NotReadable(ZIP_DAMAGED)
    at += 8
    return Number(field.getBigUint64(at - 8, true))
  })
  return long as [number, number, number]
}

/** Where each entry has to end. No two lie upon each other, as in a bomb whose entries share one kernel, and none behind the directory. */
function setLimits(entries: readonly Entry[], directoryAt: number): void {
  const inPlace = [...entries].sort((one, other) => one.at - other.at)
  for (const [number, entry] of inPlace.entries()) {
    entry.limit = inPlace[number + 1]?.at ?? directoryAt
    if (entry.at + LOCAL_HEAD_BYTES + entry.bytes.length + entry.packed > entry.limit)
      throw new NotReadable(ZIP_DAMAGED)
  }
}

function refuseBombs(entries: readonly Entry[], zipBytes: number): void {
  const all = entries.reduce((sum, { size }) => sum + size, 0)
  const isBomb = (size: number, packed: number) => size > SMALL_BYTES && size > packed * RATIO_MAX
  if (isBomb(all, zipBytes) || entries.some(({ size, packed }) => isBomb(size, packed)))
    throw new NotReadable('这个ZIP解开后大得不寻常，不能打开')
}

/** Files that can be read, and those that stay: links, other packing, a second file of one name. Folders and files of systems are neither. */
function sorted(blob: Blob, entries: readonly Entry[]): Zip {
  const [files, leftOut]: [Map<string, ZipFile>, LeftOut[]] = [new Map(), []]
  for (const [number, name] of decodeNames(entries).entries()) {
    const entry = entries[number]!
    const path = safePath(name)
    if (path === '' || path.endsWith('/') || isSystems(path)) continue
    const why = files.has(path) ? 'ZIP里有两个同名的文件，只取第一个' : whyNotRead(entry)
    if (why) leftOut.push({ name: path, why })
    else files.set(path, { name: path, bytes: entry.size, read: () => read(blob, entry) })
  }
  return { files: [...files.values()], leftOut }
}

function whyNotRead({ link, method, packed, size }: Entry): string | undefined {
  if (link) return '它是快捷方式，不是文件'
  if (method !== STORED && method !== DEFLATED) return '不支持它的压缩方式'
  if (method === STORED && packed !== size) throw new NotReadable(ZIP_DAMAGED)
  return undefined
}

async function read(blob: Blob, { at, limit, packed, method, size, crc }: Entry): Promise<Blob> {
  const head = new DataView(await blob.slice(at, at + LOCAL_HEAD_BYTES).arrayBuffer())
  if (head.byteLength < LOCAL_HEAD_BYTES || head.getUint32(0, true) !== LOCAL_HEAD) throw new NotReadable(ZIP_DAMAGED)
  const start = at + LOCAL_HEAD_BYTES + head.getUint16(26, true) + head.getUint16(28, true)
  if (start + packed > limit) throw new NotReadable(ZIP_DAMAGED)
  return inflate({ blob: blob.slice(start, start + packed), deflated: method === DEFLATED, size, crc })
}
