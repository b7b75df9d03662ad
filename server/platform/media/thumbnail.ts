import { PIXELS_MOST, whyNotPixels } from '#contract/pixels.ts'
import { SNIFFED_BYTES, sniff } from '#contract/sniff.ts'
import { makeSemaphore, type StepAside } from '#server/core/concurrency/semaphore.ts'
import { Fail } from '#server/core/fail.ts'
import { loadSharp } from '#server/core/sharp.ts'
import { measure } from './measure.ts'

/** How wide a smaller picture may be, in pixels. */
export const WIDTHS = { least: 16, most: 2048 }
const SECONDS_MOST = 20
const QUALITY = 78
/** More lines than these no WebP has: a long screenshot is as wide as its height allows. */
const LINES_MOST = 16_383

/** Reading a whole picture and making a small one of it: each takes up to some 150 MB for a moment. */
const inPictureTurn = makeSemaphore({ atOnce: 2, waitingMost: 60, waitMostMs: 10_000 })

/** From this many pixels on a picture may take up to 300 MB, so one of them is made at a time. */
const LARGE_PIXELS = 25_000_000
const limitLarge = makeSemaphore({ atOnce: 1, waitingMost: 10, waitMostMs: 10_000 })

/**
 * A picture in small, with nothing but what is seen in it. Undefined when none can be made of these bytes, or they are not
 * wanted any more; `busy()` when too many wait.
 */
export const smallOf = (read: () => Promise<Buffer | undefined>, width = WIDTHS.most): Promise<Buffer | undefined> =>
  inPictureTurn(async (stepAside) => {
    const bytes = await read()
    return bytes && resizeImage(bytes, width, stepAside).catch(noneUnlessBusy)
  })

function noneUnlessBusy(error: unknown): undefined {
  if (error instanceof Fail) throw error
}

/**
 * A WebP at most this wide, upright, its first frame where it moves. Rejects when these bytes are no picture that we take.
 * A JPEG grows smaller while it is read, so that one of 200 megapixels takes less than a sixth of its memory. A large one waits
 * for its turn aside, so that nobody's small one waits behind it.
 */
export async function resizeImage(
  bytes: Buffer,
  width: number,
  stepAside: StepAside = (wait) => wait(),
): Promise<Buffer> {
  const mime = sniff(bytes.subarray(0, SNIFFED_BYTES))
  const size = mime && (await measure(bytes, mime))
  if (!size) throw new Error('no picture')
  const wrong = whyNotPixels(mime, size)
  if (wrong) throw new Error(wrong)
  const make = () => makeSmall(bytes, Math.min(Math.max(width, WIDTHS.least), WIDTHS.most))
  return size.width * size.height > LARGE_PIXELS ? stepAside(() => limitLarge(make)) : make()
}

async function makeSmall(bytes: Buffer, width: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes, { limitInputPixels: PIXELS_MOST.jpeg, failOn: 'error' })
    .timeout({ seconds: SECONDS_MOST })
    .rotate()
    .resize({ width, height: LINES_MOST, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()
}
