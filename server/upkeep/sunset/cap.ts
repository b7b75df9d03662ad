import { createCipheriv, hkdfSync } from 'node:crypto'
import { CAP_PIECE_BYTES, type CapHead, capHeadText, capNonce, capPieces, capPurpose } from '#contract/cap.ts'
import { sha256 } from '#server/core/sha256.ts'

const CIPHER = 'aes-256-gcm'
export const CAP_KEY_BYTES = 32

/** A file's key and head. The key encrypts one file alone: nonces are counted. */
export type CapLock = { key: Buffer; head: CapHead }

/**
 * The bytes of a `.cap` from the piece of this number on, of its content from there on; with the head where that is the first. Throws where
 * the content has another length than its head says.
 */
export async function* capFile(
  { key, head }: CapLock,
  content: AsyncIterable<Uint8Array>,
  from = 0,
): AsyncGenerator<Buffer, void, undefined> {
  const text = capHeadText(head)
  if (from === 0) yield Buffer.from(text)
  const pieces = Buffer.from(hkdfSync('sha256', key, '', capPurpose(sha256, text), CAP_KEY_BYTES))
  const most = capPieces(head.bytes)
  let index = from
  for await (const plain of inPieces(content)) {
    const size = index === most - 1 ? head.bytes - index * CAP_PIECE_BYTES : CAP_PIECE_BYTES
    if (plain.length !== size) throw new Error(`piece ${index} has ${plain.length} bytes, and was to have ${size}`)
    const cipher = createCipheriv(CIPHER, pieces, capNonce(head.bytes, index))
    yield Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    index += 1
  }
  if (index !== most) throw new Error(`the content ended after ${index} of ${most} pieces`)
}

/** The content in pieces of one size, the last as long as it is; one of no bytes where there is none. */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  let [held, bytes, given]: [Uint8Array[], number, number] = [[], 0, 0]
  for await (const part of content) {
    for (let rest = part; rest.length > 0; ) {
      const taken = rest.subarray(0, CAP_PIECE_BYTES - bytes)
      held.push(taken)
      bytes += taken.length
      rest = rest.subarray(taken.length)
      if (bytes < CAP_PIECE_BYTES) continue
      yield Buffer.concat(held)
      ;[held, bytes] = [[], 0]
      given += 1
    }
  }
  if (bytes > 0 || given === 0) yield Buffer.concat(held)
}
