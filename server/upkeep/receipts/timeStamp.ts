import { hash, randomBytes } from 'node:crypto'

// Time-stamp requests and responses (RFC 3161), as far as one asks for a stamp and sees that it is for what was asked. That the
// authority itself is to be believed is for those to check who have its certificate: `openssl ts -verify`.

const TAG = { boolean: 0x01, integer: 0x02, bytes: 0x04, nothing: 0x05, oid: 0x06, sequence: 0x30 } as const
/** 2.16.840.1.101.3.4.2.1 */
const SHA256_OID = Buffer.from('608648016503040201', 'hex')
const NONCE_BYTES = 8
/** Of the statuses: granted, and granted with changes. */
const GRANTED = new Set([0, 1])

/** A request to stamp these data; its nonce comes back in the answer. */
export function stampRequest(data: string, nonce: Buffer): Buffer {
  const algorithm = der(TAG.sequence, der(TAG.oid, SHA256_OID), der(TAG.nothing))
  const imprint = der(TAG.sequence, algorithm, der(TAG.bytes, imprintOf(data)))
  return der(
    TAG.sequence,
    der(TAG.integer, Buffer.of(1)),
    imprint,
    der(TAG.integer, nonce),
    der(TAG.boolean, Buffer.of(0xff)),
  )
}

/** Whether a response grants a stamp of these data to the request with this nonce. */
export function isStampOf(response: Buffer, data: string, nonce: Buffer): boolean {
  const outer = contentsOf(response, TAG.sequence)
  const status = outer && contentsOf(outer, TAG.sequence)
  const granted = status && contentsOf(status, TAG.integer)
  if (!granted || !GRANTED.has(granted.readUIntBE(0, Math.min(granted.length, 6)))) return false
  return outer.includes(imprintOf(data)) && outer.includes(der(TAG.integer, nonce))
}

const imprintOf = (data: string): Buffer => hash('sha256', data, 'buffer')

/** A number that nobody can foresee, and that is written in one way: its first byte says that it is positive and has no zeros. */
export function newNonce(): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  nonce[0] = 0x40 | (nonce[0]! & 0x3f)
  return nonce
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  if (content.length > 0x7f) throw new Error('a request is short')
  return Buffer.concat([Buffer.of(tag, content.length), content])
}

/** The content of the first value, when it has this tag and all of it is there. */
function contentsOf(bytes: Buffer, tag: number): Buffer | undefined {
  if (bytes.length < 2 || bytes[0] !== tag) return undefined
  const short = bytes[1]!
  if (short < 0x80) return cut(bytes, 2, short)
  const count = short & 0x7f
  if (count < 1 || count > 4 || bytes.length < 2 + count) return undefined
  return cut(bytes, 2 + count, bytes.readUIntBE(2, count))
}

const cut = (bytes: Buffer, from: number, length: number): Buffer | undefined =>
  length > 0 && bytes.length >= from + length ? bytes.subarray(from, from + length) : undefined
