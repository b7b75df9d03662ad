import { base64Of, bytesOfBase64, hexOf, type Sha256 } from './bytes.ts'
import { WRAP_BYTES } from './monthNumbers.ts'
import { isMonth } from './months.ts'

// A `.cap` (docs/decisions/sunset.md): one line that says what it is, then its content in pieces, each encrypted by itself. Its length
// follows from the content's. Version 1 for ever: what lies on people's disks is opened by every later version.

const FORMAT = 'capsule-cap/1'
export const CAP_PIECE_BYTES = 1024 * 1024
export const CAP_TAG_BYTES = 16
const NONCE_BYTES = 12
/** Of the first line, with its end: it holds a wrap. */
export const CAP_HEAD_BYTES_MOST = 4096

/** `bytes`: of the content. `wrap` holds the key, for the pair of `month`; without one the key is in somebody's hands. */
export type CapHead = { bytes: number; sealed?: { id: string; month: string; wrap: Uint8Array } }

/** The first line, with its end. Every piece is bound to it. */
export function capHeadText({ bytes, sealed }: CapHead): string {
  const of = sealed && { id: sealed.id, month: sealed.month, wrap: base64Of(sealed.wrap) }
  return `${JSON.stringify({ format: FORMAT, bytes, ...of })}\n`
}

/** The head at the beginning of a file's bytes, and how long it is; undefined where `capHeadText` would write it in another way. */
export function readCapHead(beginning: Uint8Array): (CapHead & { length: number; text: string }) | undefined {
  const length = beginning.subarray(0, CAP_HEAD_BYTES_MOST).indexOf(0x0a) + 1
  // All of it is ASCII: where it is not, it is another text.
  const text = String.fromCharCode(...beginning.subarray(0, length))
  const head = headIn(text)
  return head && capHeadText(head) === text ? { ...head, length, text } : undefined
}

function headIn(text: string): CapHead | undefined {
  const { bytes, id, month, wrap } = parsed(text)
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) return undefined
  if (id === undefined && month === undefined && wrap === undefined) return { bytes: bytes as number }
  const wrapped = typeof wrap === 'string' ? bytesOfBase64(wrap) : undefined
  if (typeof id !== 'string' || typeof month !== 'string' || !isMonth(month)) return undefined
  if (wrapped?.length !== WRAP_BYTES) return undefined
  return { bytes: bytes as number, sealed: { id, month, wrap: wrapped } }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** How many pieces such content has: an empty one has one. */
export const capPieces = (bytes: number): number => Math.max(1, Math.ceil(bytes / CAP_PIECE_BYTES))

/** The length of the whole file. */
export const capBytes = (headBytes: number, bytes: number): number =>
  headBytes + bytes + capPieces(bytes) * CAP_TAG_BYTES

/** Where a piece lies in the file: its ciphertext and its tag. */
export function capPiece(headBytes: number, bytes: number, index: number): { start: number; end: number } {
  const start = headBytes + index * (CAP_PIECE_BYTES + CAP_TAG_BYTES)
  return { start, end: Math.min(start + CAP_PIECE_BYTES + CAP_TAG_BYTES, capBytes(headBytes, bytes)) }
}

/** The nonce of a piece under a key that encrypts one file alone: its number, and whether it is the last, so that none can be cut off. */
export function capNonce(bytes: number, index: number): Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(NONCE_BYTES)
  new DataView(nonce.buffer).setUint32(NONCE_BYTES - 5, index)
  nonce[NONCE_BYTES - 1] = index === capPieces(bytes) - 1 ? 1 : 0
  return nonce
}

/** The purpose of the key of the pieces (HKDF-SHA-256 of the file's key, no salt): this head and no other. */
export const capPurpose = (sha256: Sha256, head: string): string => `capsule-cap-pieces/v1 ${hexOf(sha256(head))}`
