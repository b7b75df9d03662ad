import { loadSharp } from '#server/sharp.ts'
import { makeTurns } from '#server/turns.ts'

/** How wide a smaller picture may be, in pixels. */
export const WIDTHS = { least: 16, most: 2048 }
/** A picture may be a few hundred bytes and unfold to gigabytes; one that comes in passes unfolds as a whole. */
const PIXELS_MOST = 50_000_000
const PASSES_PIXELS_MOST = 25_000_000
const SECONDS_MOST = 10
const QUALITY = 78

/** Reading a whole picture and making a small one of it: each takes up to some 200 MB for a moment. */
export const inPictureTurn = makeTurns({ atOnce: 2, waitingMost: 60, waitMostMs: 10_000 })

/** A WebP at most this wide, upright, its first frame where it moves. Rejects when these bytes are no picture. */
export async function resizeImage(bytes: Buffer, width: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MOST, failOn: 'error' })
  const { width: across, height: down, isProgressive } = await picture.metadata()
  if (isProgressive && across * down > PASSES_PIXELS_MOST) throw new Error('too large to unfold')
  return picture
    .timeout({ seconds: SECONDS_MOST })
    .rotate()
    .resize({ width: Math.min(Math.max(width, WIDTHS.least), WIDTHS.most), withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()
}
