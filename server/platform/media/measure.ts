import { sizeOf } from '#contract/pixels.ts'
import { loadSharp } from '#server/core/sharp.ts'

/**
 * How large a picture is and what showing it takes, by its header alone; undefined when that does not read as what it begins
 * like, or is not whole. The decoder's own word is taken for its sides: the first frame of a GIF may be larger than it says.
 */
export async function measure(bytes: Buffer, mime: string) {
  const size = sizeOf(mime, bytes)
  if (!size) return undefined
  const sharp = await loadSharp()
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!found || `image/${found.format}` !== mime) return undefined
  return { width: found.width, height: found.height, held: size.held }
}
