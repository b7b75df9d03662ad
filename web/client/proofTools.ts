import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ProofTools } from '#contract/signedNote.ts'
import { sha256 } from './sha256.ts'

hashes.sha512 = sha512

/** Proofs are checked in JavaScript alone: browsers have no Ed25519 of their own in a file that was opened from a disk. */
export const proofTools: ProofTools = {
  sha256,
  isSignedBy: (signature, text, publicKey) => verify(signature, utf8ToBytes(text), publicKey, { zip215: false }),
}
