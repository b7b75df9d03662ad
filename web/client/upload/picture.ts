import { PICTURE_SIDE_MAX_PX, type PictureFields } from '#contract/pictureFields.ts'
import { PLACEHOLDER_SIDE } from '#contract/placeholder.ts'
import { pixelsOf } from './lookThrough.ts'

/** A browser decodes the whole picture, at 4 bytes a pixel: more than this crashes the page on a telephone. */
const DECODED_PIXELS_MOST = 50_000_000
/** So many pixels a side are averaged for each colour of a placeholder. */
const AVERAGED_PX = 8
const DRAWN_PX = PLACEHOLDER_SIDE * AVERAGED_PX

/** Size and placeholder of a picture; empty where this browser cannot decode it, or should not. */
export const measured = (image: Blob): Promise<PictureFields> =>
  oneAtATime(async () => (await withBitmap(image, fieldsOf)) ?? {})

let before: Promise<unknown> = Promise.resolve()

/** Ten pictures decoded at once are more than a phone's memory holds. */
export function oneAtATime<T>(act: () => Promise<T>): Promise<T> {
  const mine = before.then(act, act)
  before = mine
  return mine
}

/** Gives the decoded picture, turned by what its camera noted, to `look`; undefined where there is none. */
export async function withBitmap<T>(
  image: Blob,
  look: (bitmap: ImageBitmap) => T | Promise<T>,
): Promise<T | undefined> {
  try {
    if ((await pixelsOf(image)) > DECODED_PIXELS_MOST) return undefined
    const bitmap = await createImageBitmap(image)
    try {
      return await look(bitmap)
    } finally {
      bitmap.close()
    }
  } catch {
    return undefined
  }
}

export function fieldsOf(bitmap: ImageBitmap): PictureFields {
  const { width, height } = bitmap
  if (Math.max(width, height) > PICTURE_SIDE_MAX_PX) return {}
  return { width, height, placeholder: placeholderOf(bitmap) }
}

/** None of a picture that one can see through: its page shows it on grounds of any colour. */
function placeholderOf(bitmap: ImageBitmap): string | undefined {
  const canvas = Object.assign(document.createElement('canvas'), { width: DRAWN_PX, height: DRAWN_PX })
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  if (!brush) return undefined
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(bitmap, 0, 0, DRAWN_PX, DRAWN_PX)
  return placeholderFrom(brush.getImageData(0, 0, DRAWN_PX, DRAWN_PX).data)
}

/** The averages of these pixels, in the order of a bitmap: the lowest row first, blue before green and red. */
export function placeholderFrom(pixels: Uint8ClampedArray): string | undefined {
  const bytes: number[] = []
  for (let row = PLACEHOLDER_SIDE - 1; row >= 0; row--) {
    for (let column = 0; column < PLACEHOLDER_SIDE; column++) {
      const [red, green, blue, opacity] = averageOf(pixels, row, column)
      if (opacity! < 255) return undefined
      bytes.push(blue!, green!, red!)
    }
  }
  return btoa(String.fromCharCode(...bytes))
}

function averageOf(pixels: Uint8ClampedArray, row: number, column: number): number[] {
  const sums = [0, 0, 0, 0]
  for (let y = row * AVERAGED_PX; y < (row + 1) * AVERAGED_PX; y++) {
    const from = (y * DRAWN_PX + column * AVERAGED_PX) * 4
    for (let at = 0; at < AVERAGED_PX * 4; at++) sums[at % 4]! += pixels[from + at]!
  }
  return sums.map((sum) => Math.floor(sum / AVERAGED_PX ** 2))
}
