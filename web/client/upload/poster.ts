import { pixelsOf } from './lookThrough.ts'
import { loaded, seek, withVideo } from './videoElement.ts'

/** A browser decodes the whole picture, at 4 bytes a pixel: more than this crashes the page on a telephone. */
const DECODED_PIXELS_MOST = 50_000_000
const SMALL_PX = 400
/** A panorama is cut off by its tile anyway. */
const SMALL_LONGEST_PX = 1600
const POSTER_PX = 1280
const POSTER_SECONDS = 1
const QUALITY = 0.82

/** A picture whose shorter side fills a square tile; undefined where this browser cannot draw one, or should not. */
export async function thumbnailOf(image: Blob): Promise<Blob | undefined> {
  try {
    if ((await pixelsOf(image)) > DECODED_PIXELS_MOST) return undefined
    const bitmap = await createImageBitmap(image)
    const { width, height } = bitmap
    const most = Math.min(SMALL_LONGEST_PX, (SMALL_PX * Math.max(width, height)) / Math.min(width, height))
    const small = await drawn(bitmap, { width, height, most })
    bitmap.close()
    return small
  } catch {
    return undefined
  }
}

/** The frame of a video at one second, or the middle of a shorter one; undefined where none can be drawn. */
export const posterOf = (video: Blob): Promise<Blob | undefined> =>
  withVideo(video, async (element) => {
    await loaded(element)
    await seek(element, Math.min(POSTER_SECONDS, element.duration / 2))
    return drawn(element, { width: element.videoWidth, height: element.videoHeight, most: POSTER_PX })
  })

type Size = { width: number; height: number; most: number }

async function drawn(source: CanvasImageSource, { width, height, most }: Size): Promise<Blob | undefined> {
  const scale = Math.min(1, most / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const brush = canvas.getContext('2d')
  if (!brush || canvas.width === 0 || canvas.height === 0) return undefined
  // JPEG has no transparency, and would show it as black.
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY))
}
