import { vi } from 'vitest'

/** The rows of colours that a picture of these tests has: red, green, blue, grey, from above. */
const ROWS = [
  [200, 0, 0],
  [0, 150, 0],
  [0, 0, 100],
  [50, 50, 50],
]
/** Its placeholder: the lowest row first, blue before green and red. */
export const STRIPES = btoa(
  String.fromCharCode(...ROWS.toReversed().flatMap((row) => Array(4).fill(row.toReversed()).flat())),
)

/** The pixels of such a picture, drawn in a square of this side. */
export function stripes(side: number, opacity = 255): Uint8ClampedArray {
  const rowOf = (at: number) => ROWS[Math.floor((at / side / side) * ROWS.length)]!
  return new Uint8ClampedArray(Array.from({ length: side * side }, (_, at) => [...rowOf(at), opacity]).flat())
}

/** Lets this page decode every picture, as one of this size with those stripes; returns what it was asked to decode. */
export function decodesPictures(width: number, height: number) {
  const decode = vi.fn(async (_image: Blob) => ({ width, height, close: () => undefined }))
  vi.stubGlobal('createImageBitmap', decode)
  const pen = {
    fillRect: () => undefined,
    drawImage: () => undefined,
    getImageData: (_x: number, _y: number, side: number) => ({ data: stripes(side) }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['small'])))
  return decode
}
