import { sha256 as digestOf } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Sha256 } from '#contract/bytes.ts'

const bytesOf = (piece: Uint8Array | string) => (typeof piece === 'string' ? utf8ToBytes(piece) : piece)

/** In JavaScript, at once: the browser's own answers later, and only pages that came over a safe way. */
export const sha256: Sha256 = (...pieces) => digestOf(concatBytes(...pieces.map(bytesOf)))
