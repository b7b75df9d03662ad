import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a ZIP, and all that its heads may say otherwise than it is. */
export type Zipped = {
  name: string | Uint8Array
  content?: string | Uint8Array
  /** Lies as it is instead of being packed. */
  stored?: boolean
  flags?: number
  method?: number
  crc?: number
  size?: number
  packed?: number
  /** Where it is said to lie. */
  at?: number
  /** The system that wrote it (3 is Unix), and the file's mode there. */
  system?: number
  mode?: number
  extra?: Buffer
  /** Its numbers stand in a ZIP64 field. */
  long?: boolean
}

/** A ZIP of these files, right or wrong as they say; `long`: with the ends of ZIP64. */
export function zipOf(files: readonly Zipped[], { comment = '', long = false, count = files.length } = {}): Buffer {
  const [bodies, listed]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const file of files) {
    const facts = factsOf(file)
    const body = Buffer.concat([localHead(facts), facts.bytes])
    listed.push(listedHead(facts, file.at ?? at))
    bodies.push(body)
    at += body.length
  }
  const list = Buffer.concat(listed)
  return Buffer.concat([
    ...bodies,
    list,
    ...(long ? [longEnd(count, list.length, at)] : []),
    endOf(count, list.length, at, comment, long),
  ])
}

type Facts = Required<Omit<Zipped, 'at' | 'content' | 'stored'>> & { name: Buffer; bytes: Buffer }

function factsOf(file: Zipped): Facts {
  const content = Buffer.from(file.content ?? '')
  const bytes = file.stored ? content : deflateRawSync(content)
  return {
    name: Buffer.from(file.name),
    bytes,
    flags: file.flags ?? 0x0800,
    method: file.method ?? (file.stored ? 0 : 8),
    crc: file.crc ?? crc32(content),
    size: file.size ?? content.length,
    packed: file.packed ?? bytes.length,
    system: file.system ?? 0,
    mode: file.mode ?? 0,
    extra: file.extra ?? Buffer.alloc(0),
    long: file.long ?? false,
  }
}

function common({ flags, method, crc, size, packed, name, extra }: Facts): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(flags, 2)
  head.writeUInt16LE(method, 4)
  head.writeUInt32LE(crc, 10)
  head.writeUInt32LE(packed, 14)
  head.writeUInt32LE(size, 18)
  head.writeUInt16LE(name.length, 22)
  head.writeUInt16LE(extra.length, 24)
  return head
}

const localHead = (facts: Facts): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common(facts), facts.name, facts.extra])

function listedHead(facts: Facts, at: number): Buffer {
  const extra = facts.long ? Buffer.concat([longField(facts, at), facts.extra]) : facts.extra
  const head = common({ ...facts, extra })
  if (facts.long) head.fill(0xff, 14, 22)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE((facts.mode << 16) >>> 0, 6)
  rest.writeUInt32LE(facts.long ? 0xffffffff : at, 10)
  return Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, facts.system]), head, rest, facts.name, extra])
}

function longField({ size, packed }: Facts, at: number): Buffer {
  const field = Buffer.alloc(28)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(24, 2)
  for (const [number, value] of [size, packed, at].entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * number)
  return field
}

function longEnd(count: number, listBytes: number, at: number): Buffer {
  const end = Buffer.alloc(76)
  end.write('PK\x06\x06', 'latin1')
  end.writeBigUInt64LE(44n, 4)
  for (const [place, value] of [
    [24, count],
    [32, count],
    [40, listBytes],
    [48, at],
  ] as const)
    end.writeBigUInt64LE(BigInt(value), place)
  end.write('PK\x06\x07', 56, 'latin1')
  end.writeBigUInt64LE(BigInt(at + listBytes), 64)
  end.writeUInt32LE(1, 72)
  return end
}

function endOf(count: number, listBytes: number, at: number, comment: string, long: boolean): Buffer {
  const words = Buffer.from(comment)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(long ? 0xffff : count & 0xffff, 8)
  end.writeUInt16LE(long ? 0xffff : count & 0xffff, 10)
  end.writeUInt32LE(long ? 0xffffffff : listBytes, 12)
  end.writeUInt32LE(long ? 0xffffffff : at, 16)
  end.writeUInt16LE(words.length, 20)
  return Buffer.concat([end, words])
}
