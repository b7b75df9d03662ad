import sharp from 'sharp'
import { makeTurns } from '#server/turns.ts'

const WIDTHS = { least: 16, most: 2048 }
/** A picture may be a few hundred bytes and unfold to gigabytes. */
const PIXELS_MOST = 100_000_000
const SECONDS_MOST = 10
const QUALITY = 78

/** Reading a whole picture and making a small one of it: each takes tens of megabytes for a moment. */
export const inPictureTurn = makeTurns({ atOnce: 2, waitingMost: 60 })

/** A WebP at most this wide, upright, its first frame where it moves. Rejects when these bytes are no picture. */
export function resizeImage(bytes: Buffer, width: number): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: PIXELS_MOST, failOn: 'error' })
    .timeout({ seconds: SECONDS_MOST })
    .rotate()
    .resize({ width: Math.min(Math.max(width, WIDTHS.least), WIDTHS.most), withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()
}
