import { sha256 } from '@noble/hashes/sha2.js'

/** A file up to this size is read at once: the browser's own digest is quicker, but takes no pieces. */
const WHOLE_BYTES = 32 * 1024 * 1024
const SLICE_BYTES = 4 * 1024 * 1024

/** The SHA-256 of a file in hex, with never more of it in memory than `WHOLE_BYTES`; `heard` is told of bytes as they are read. */
export async function sha256Of(file: Blob, heard: (bytes: number) => void, wholeBytes = WHOLE_BYTES): Promise<string> {
  const { subtle } = globalThis.crypto ?? {}
  if (!subtle || file.size > wholeBytes) return bySlices(file, heard)
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer())
  heard(file.size)
  return hexOf(new Uint8Array(digest))
}

async function bySlices(file: Blob, heard: (bytes: number) => void): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    const slice = new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer())
    hash.update(slice)
    heard(slice.length)
  }
  return hexOf(hash.digest())
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
