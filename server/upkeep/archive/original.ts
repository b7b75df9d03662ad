import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Fail } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { findForScrub, proofOf } from '#server/platform/media/objects.ts'
import { readUpload } from '#server/platform/media/pieces.ts'
import type { Stored } from '#server/platform/media/store.ts'
import { smallOf } from '#server/platform/media/thumbnail.ts'

type Reading = Pick<Services, 'db' | 'keys' | 'media'>

/** An upload as it goes into an archive. */
export type Original = { key: string; size: number; crc: number; sha256: string }
/** `thumbnail`: a WebP of at most 320 pixels, of a picture from which one can be made. `why` it cannot be had. */
export type ReadOriginal = { original: Original; thumbnail?: Buffer } | { why: string }

const THUMBNAIL_PX = 320
/** Of a larger picture no small one is made here: it would have to lie in memory whole. */
const PICTURE_BYTES_MOST = 64 * 1024 * 1024

export const LOST = '原件已丢失'
export const DAMAGED = '原件已损坏'

/**
 * Reads an upload once from its first byte to its last: its sums, whether it is what it was when it was first looked at, and a small
 * picture of it. Throws where the store does not answer: that says nothing of what lies in it.
 */
export async function readOriginal(reading: Reading, key: string, isPicture: boolean): Promise<ReadOriginal> {
  const object = await findForScrub(reading, key)
  const size = await reading.media.sizeOf(key)
  if (!object || size === undefined) return { why: LOST }
  // Of a shorter one a bucket has not the bytes that are asked for, which looks as if it did not answer.
  if (size !== object.size) return { why: DAMAGED }
  const read = await sumsOf(reading.media, object, isPicture && object.size <= PICTURE_BYTES_MOST)
  if (!read) return { why: DAMAGED }
  // By the keyed proof of the scrub, where there is one yet.
  if (object.proof && !proofOf(reading.keys, key, read.sha256).equals(object.proof)) return { why: DAMAGED }
  const { bytes, ...sums } = read
  return {
    original: { key, size: object.size, ...sums },
    thumbnail: bytes && (await smallOf(async () => bytes, THUMBNAIL_PX)),
  }
}

type Sums = { crc: number; sha256: string; bytes?: Buffer }

async function sumsOf(media: Reading['media'], object: Stored, keep: boolean): Promise<Sums | undefined> {
  const [hash, kept]: [ReturnType<typeof createHash>, Buffer[]] = [createHash('sha256'), []]
  let crc = 0
  try {
    for await (const piece of readUpload(media, object, { start: 0, end: object.size })) {
      hash.update(piece)
      crc = crc32(piece, crc)
      if (keep) kept.push(Buffer.from(piece))
    }
  } catch (error) {
    if (error instanceof Fail) throw error
    return undefined
  }
  return { crc, sha256: hash.digest('hex'), bytes: keep ? Buffer.concat(kept) : undefined }
}
