import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const PIECE_BYTES = 1024 * 1024

/** The SHA-256 of a file in hex, in pieces, so that a film does not lie in memory whole: the browser's own digest takes no stream. */
export async function hashOfFile(file: Blob): Promise<string> {
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    hash.update(new Uint8Array(await file.slice(start, start + PIECE_BYTES).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
