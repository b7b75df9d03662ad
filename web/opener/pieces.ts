import { CAP_HEAD_BYTES_MOST, capNonce, capPiece, capPieces, capPurpose, readCapHead } from '#contract/cap.ts'
import { sha256 } from '#web/client/sha256.ts'
import type { Source } from './source.ts'

export type Head = NonNullable<ReturnType<typeof readCapHead>>
/** `foreign`: another kind of file. `damaged`: begins as one of ours and does not go on as one. */
export type NoHead = 'foreign' | 'damaged'

const OURS = '{"format":"capsule-cap/'

export async function headOf({ read }: Source): Promise<Head | NoHead> {
  const beginning = await read(0, CAP_HEAD_BYTES_MOST)
  const head = readCapHead(beginning)
  if (head) return head
  return String.fromCharCode(...beginning.subarray(0, OURS.length)) === OURS ? 'damaged' : 'foreign'
}

/** Whether this browser decrypts here: on `http:` of another machine it may refuse to. */
export const canDecrypt = (): boolean => Boolean(globalThis.crypto?.subtle)

/** The key under which something is encrypted, of a secret and what it is for. */
export async function lockOf(secret: Uint8Array<ArrayBuffer>, purpose: string): Promise<CryptoKey> {
  const { subtle } = crypto
  const of = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(purpose) }
  return subtle.deriveKey(how, of, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
}

/** The plain bytes; undefined where a bit of it, of its key or of its nonce is another one. */
export async function decrypted(
  lock: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock, bytes))
  } catch {
    return undefined
  }
}

export type Pieces = {
  count: number
  /** A piece as it was encrypted; undefined where it is another one, or not there. */
  piece: (index: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The pieces of a file under its key. */
export async function piecesOf({ read }: Source, head: Head, key: Uint8Array<ArrayBuffer>): Promise<Pieces> {
  const lock = await lockOf(key, capPurpose(sha256, head.text))
  const { bytes, length } = head
  const piece = async (index: number) => {
    const { start, end } = capPiece(length, bytes, index)
    return decrypted(lock, capNonce(bytes, index), await read(start, end))
  }
  return { count: capPieces(bytes), piece }
}
