import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Checkpoint, checkpointText, cosignerOf } from '#contract/checkpoint.ts'
import {
  type ProofTools,
  SIGNATURE,
  signatureLine,
  timedText,
  type VerifierKey,
  verifierKey,
} from '#contract/signedNote.ts'
import { sha256 } from '#server/core/sha256.ts'

const RAW_KEY_BYTES = 32
/** All that stands before the raw key in the encoding of an Ed25519 key (RFC 8410). */
const ENCODED_BEFORE = Buffer.from('302a300506032b6570032100', 'hex')

/** Proofs are checked by Node. */
export const proofTools: ProofTools = {
  sha256,
  isSignedBy(signature, text, publicKey) {
    const encoded = Buffer.concat([ENCODED_BEFORE, publicKey])
    return verify(null, Buffer.from(text), createPublicKey({ key: encoded, format: 'der', type: 'spki' }), signature)
  },
}

/** The key by which others check this log: its origin is the key's name. */
export function logKey(origin: string, privateKey: KeyObject): VerifierKey {
  const encoded = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return verifierKey(sha256, origin, SIGNATURE.plain, encoded.subarray(-RAW_KEY_BYTES))
}

/** The checkpoint as a note: the log's own signature first, then its cosignature of the same moment. */
export function signCheckpoint(checkpoint: Checkpoint, privateKey: KeyObject): string {
  const key = logKey(checkpoint.origin, privateKey)
  const body = checkpointText(checkpoint)
  const { seconds } = checkpoint
  const own = signatureLine(key, signed(body))
  const timed = signatureLine(cosignerOf({ sha256 }, key), signed(timedText(body, seconds)), seconds)
  return `${body}\n${own}${timed}`

  function signed(text: string): Uint8Array {
    return sign(null, Buffer.from(text), privateKey)
  }
}
