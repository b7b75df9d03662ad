import { CHUNK_BYTES } from './disk/cipher.ts'
import type { Span } from './disk/reading.ts'
import type { ObjectStore, Stored } from './store.ts'

/** Read at once: a chunk on the disk, which is given on as it was opened, since joining several would be garbage by the megabyte; in a bucket so many that a request is worth it, and four downloads still hold little. */
const READ_BYTES = { disk: CHUNK_BYTES, oss: 16 * CHUNK_BYTES, s3: 16 * CHUNK_BYTES } as const

/** The bytes of an upload from `start` up to but without `end`, a chunk or less at a time. */
export async function* readUpload(
  media: Pick<ObjectStore, 'kind' | 'read'>,
  object: Stored,
  { start, end }: Span,
): AsyncGenerator<Buffer, void, undefined> {
  const most = READ_BYTES[media.kind]
  for (let at = start; at < end; ) {
    const next = Math.min(at - (at % most) + most, end)
    const piece = await media.read(object, at, next)
    for (let from = 0; from < piece.length; from += CHUNK_BYTES) yield piece.subarray(from, from + CHUNK_BYTES)
    at = next
  }
}
