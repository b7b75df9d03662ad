import { inflateRawSync } from 'node:zlib'

/** PKWARE's signatures: the end of the directory, a line of it, and a file's own head. */
const END = 0x06054b50
const LINE = 0x02014b50
const HEAD = 0x04034b50
const END_BYTES = 22
const LINE_BYTES = 46
const HEAD_BYTES = 30
/** Bit 11 of the flags: the name is UTF-8; Alipay's are not. */
const UTF8 = 0x800
const STORED = 0
const DEFLATED = 8

export type Unzipped = { name: string; content: Buffer }

/** The files of an archive, by its directory; throws when it is none, or when they would be larger together. */
export function unzip(archive: Buffer, mostBytes: number): Unzipped[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end < 0 || archive.readUInt32LE(end) !== END || end + END_BYTES > archive.length) throw new Error('no archive')
  const count = archive.readUInt16LE(end + 10)
  const files: Unzipped[] = []
  let left = mostBytes
  let at = archive.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    const line = lineAt(archive, at)
    const content = contentOf(archive, line, left)
    left -= content.length
    files.push({ name: line.name, content })
    at += line.bytes
  }
  return files
}

function lineAt(archive: Buffer, at: number) {
  if (archive.readUInt32LE(at) !== LINE) throw new Error('no archive')
  const nameBytes = archive.readUInt16LE(at + 28)
  const name = archive.subarray(at + LINE_BYTES, at + LINE_BYTES + nameBytes)
  const isUtf8 = (archive.readUInt16LE(at + 8) & UTF8) !== 0
  return {
    method: archive.readUInt16LE(at + 10),
    packedBytes: archive.readUInt32LE(at + 20),
    head: archive.readUInt32LE(at + 42),
    name: new TextDecoder(isUtf8 ? 'utf-8' : 'gbk').decode(name),
    bytes: LINE_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32),
  }
}

function contentOf(
  archive: Buffer,
  { method, packedBytes, head }: ReturnType<typeof lineAt>,
  mostBytes: number,
): Buffer {
  if (archive.readUInt32LE(head) !== HEAD) throw new Error('no archive')
  const begin = head + HEAD_BYTES + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28)
  const packed = archive.subarray(begin, begin + packedBytes)
  if (method !== STORED && method !== DEFLATED) throw new Error(`packed by method ${method}`)
  // The size that the directory states is only its word; what comes out is counted.
  const content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, mostBytes) })
  if (content.length > mostBytes) throw new Error('an archive without end')
  return content
}
