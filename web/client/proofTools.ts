import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ProofTools } from '#contract/signedNote.ts'

hashes.sha512 = sha512

const bytesOf = (piece: Uint8Array | string) => (typeof piece === 'string' ? utf8ToBytes(piece) : piece)

/** Proofs are checked in JavaScript alone: browsers have no Ed25519 of their own in a file that was opened from a disk. */
export const proofTools: ProofTools = {
  sha256: (...pieces) => sha256(concatBytes(...pieces.map(bytesOf))),
  isSignedBy: (signature, text, publicKey) => verify(signature, utf8ToBytes(text), publicKey, { zip215: false }),
}
