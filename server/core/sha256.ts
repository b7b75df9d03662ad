import { hash } from 'node:crypto'
import type { Sha256 } from '#contract/bytes.ts'

/** SHA-256 by Node; at once, since a tree's pieces are small. */
export const sha256: Sha256 = (...pieces) => hash('sha256', piecesTogether(pieces), 'buffer')

function piecesTogether(pieces: readonly (Uint8Array | string)[]): Uint8Array | string {
  if (pieces.length === 1) return pieces[0]!
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}
