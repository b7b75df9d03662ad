import { type MediaKind, partsOf } from '#contract/media.ts'
import { PICTURE_HEAD_BYTES, whyNotPixels } from '#contract/pixels.ts'
import { SNIFFED_BYTES, sniff } from '#contract/sniff.ts'
import { UPLOAD, whyNotSeconds, whyNotUpload } from '#contract/upload.ts'
import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'
import { refuse, refuseIf } from '#server/core/fail.ts'
import { measure } from '#server/platform/media/measure.ts'
import { FILE_TYPE } from '#server/platform/media/shown.ts'
import { broken, bytesOver, type Read, withDeadline } from './bytes.ts'
import { mp4Seconds } from './mp4.ts'
import { webmSeconds } from './webm.ts'

export type Inspected = { mime: string; durationMs: number | null }

const WAIT_MOST_MS = 20_000
/** A picture may be wholly in memory, so at most 100 MB are at once. */
const inTurn = makeSemaphore({ atOnce: 2, waitingMost: 100, waitMostMs: WAIT_MOST_MS })

/**
 * The type of an uploaded object, by its bytes and whatever its name says. Refuses one that is not of the key's kind, is damaged
 * or too long; `busy()` when the store is slow. `read` gives the bytes from start up to but without end.
 */
export async function inspect({ key, size }: { key: string; size: number }, read: Read): Promise<Inspected> {
  refuseIf(whyNotUpload({ size }))
  return LOOK[partsOf(key).kind](size, read)
}

const LOOK: Record<MediaKind, (size: number, read: Read) => Promise<Inspected>> = {
  image: (size, read) => inTurn(() => lookAtPicture(size, withDeadline(read))),
  video: (size, read) => inTurn(() => lookAtVideo(size, read)),
  file: async () => ({ mime: FILE_TYPE, durationMs: null }),
}

async function lookAtPicture(size: number, read: Read): Promise<Inspected> {
  const head = await read(0, Math.min(size, PICTURE_HEAD_BYTES))
  const mime = sniff(head.subarray(0, SNIFFED_BYTES))
  if (!mime?.startsWith('image/')) throw refuse(UPLOAD.unknownImage)
  const found = (await measure(head, mime)) ?? (size > head.length && (await measure(await read(0, size), mime)))
  if (!found) throw refuse(UPLOAD.unknownImage)
  refuseIf(whyNotPixels(mime, found))
  return { mime, durationMs: null }
}

const SECONDS: Record<string, typeof mp4Seconds> = {
  'video/mp4': mp4Seconds,
  'video/quicktime': mp4Seconds,
  'video/webm': webmSeconds,
}

async function lookAtVideo(size: number, read: Read): Promise<Inspected> {
  const bytes = bytesOver(size, read)
  const mime = sniff(await bytes.at(0, Math.min(size, SNIFFED_BYTES)))
  const secondsOf = mime && SECONDS[mime]
  if (!secondsOf) throw broken()
  const seconds = await secondsOf(bytes).catch((error: unknown) => {
    // A number that would lie outside of its box.
    throw error instanceof RangeError ? broken() : error
  })
  refuseIf(whyNotSeconds(seconds))
  return { mime, durationMs: Math.round(seconds * 1000) }
}
