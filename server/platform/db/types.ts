/**
 * How values cross the border to SQL: one table for both engines, so that a query answers alike on either.
 * Dates stay the text PostgreSQL prints in `SESSION_ZONE` with `DateStyle=ISO`: a Date object per cell is slow to
 * make and to serialise. int8 becomes a number: no id or amount of ours passes 2^53. numeric stays text.
 */
/** China time for every session, so that a moment is printed as it is answered. */
export const SESSION_ZONE = '<+08>-08'

type Parse = (text: string) => unknown

const asText: Parse = (text) => text
const asBytes: Parse = (text) => Buffer.from(text.slice(2), 'hex')
const asJson: Parse = (text) => JSON.parse(text)

const BYTEA = 17
const SCALARS: Record<number, Parse> = {
  16: (text) => text === 't', // bool
  [BYTEA]: asBytes,
  20: Number, // int8
  21: Number, // int2
  23: Number, // int4
  26: Number, // oid
  114: asJson, // json
  700: Number, // float4
  701: Number, // float8
  3802: asJson, // jsonb
}

/** The type of an array and the type of its elements; an element without a parser above stays text. */
const ARRAYS: Record<number, number> = {
  199: 114, // json[]
  1000: 16, // bool[]
  1001: BYTEA, // bytea[]
  1002: 18, // "char"[]
  1003: 19, // name[]
  1005: 21, // int2[]
  1007: 23, // int4[]
  1009: 25, // text[]
  1014: 1042, // char(n)[]
  1015: 1043, // varchar[]
  1016: 20, // int8[]
  1021: 700, // float4[]
  1022: 701, // float8[]
  1028: 26, // oid[]
  1115: 1114, // timestamp[]
  1182: 1082, // date[]
  1183: 1083, // time[]
  1185: 1184, // timestamptz[]
  1231: 1700, // numeric[]
  2951: 2950, // uuid[]
  3807: 3802, // jsonb[]
}

const PARSERS = new Map<number, Parse>(Object.entries(SCALARS).map(([oid, parse]) => [Number(oid), parse]))
for (const [oid, element] of Object.entries(ARRAYS)) {
  PARSERS.set(Number(oid), (text) => parseArray(text, SCALARS[element] ?? asText))
}

export function parserFor(oid: number): Parse {
  return PARSERS.get(oid) ?? asText
}

/** For `new pg.Pool({ types: { getTypeParser: typeParser } })`: the server engine parses by the same table. */
export function typeParser(oid: number, format?: string): Parse {
  return format === 'binary' ? asText : parserFor(oid)
}

export type ReadBytes = (bytes: Buffer, start: number, end: number) => unknown

/** Types whose binary form is read faster than their text, and comes to the same value. */
const BINARY: Record<number, ReadBytes> = {
  16: (bytes, start) => bytes[start] === 1,
  // A copy: the bytes around it are those of a whole piece off the network.
  [BYTEA]: (bytes, start, end) => Buffer.from(bytes.subarray(start, end)),
  20: (bytes, start) => bytes.readInt32BE(start) * 2 ** 32 + bytes.readUInt32BE(start + 4),
  21: (bytes, start) => bytes.readInt16BE(start),
  23: (bytes, start) => bytes.readInt32BE(start),
  26: (bytes, start) => bytes.readUInt32BE(start),
}

/** How a value of this type is read where it comes in binary; undefined where it is asked for as text. */
export const binaryReaderFor = (oid: number): ReadBytes | undefined => BINARY[oid]

/** How a value of this type is read out of its text. */
export function textReaderFor(oid: number): ReadBytes {
  const parse = PARSERS.get(oid)
  if (!parse) return (bytes, start, end) => bytes.toString('utf8', start, end)
  return (bytes, start, end) => parse(bytes.toString('utf8', start, end))
}

/** A parameter as it goes over the wire: text, bytes in binary, or NULL. */
export type Param = string | Uint8Array | null

export function encodeParam(value: unknown): Param {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  if (ArrayBuffer.isView(value)) return bytesOf(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayLiteral(value)
  return JSON.stringify(value)
}

/** A copy of its own: a Buffer is often a view of a shared pool, and a clone would carry the whole pool along. */
function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice()
}

function arrayLiteral(values: unknown[]): string {
  return `{${values.map(arrayElement).join(',')}}`
}

function arrayElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return arrayLiteral(value)
  const encoded = encodeParam(value)
  if (encoded === null) return 'NULL'
  if (typeof encoded !== 'string') return `"\\\\x${Buffer.from(encoded).toString('hex')}"`
  return `"${encoded.replace(/["\\]/g, '\\$&')}"`
}

/** `{1,NULL,"a\"b",{2}}` as nested JavaScript arrays; bounds like `[0:1]={…}` are dropped, as `pg` does. */
function parseArray(text: string, parse: Parse): unknown[] {
  let at = text.indexOf('{')

  function list(): unknown[] {
    const items: unknown[] = []
    at++
    while (text[at] !== '}') {
      items.push(item())
      if (text[at] === ',') at++
    }
    at++
    return items
  }

  function item(): unknown {
    if (text[at] === '{') return list()
    if (text[at] === '"') return parse(quoted())
    const start = at
    while (text[at] !== ',' && text[at] !== '}') at++
    const plain = text.slice(start, at)
    return plain === 'NULL' ? null : parse(plain)
  }

  function quoted(): string {
    let value = ''
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === '\\') at++
      value += text[at]
    }
    at++
    return value
  }

  return list()
}
