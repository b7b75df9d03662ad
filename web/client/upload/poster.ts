import type { PictureFields } from '#contract/pictureFields.ts'
import { fieldsOf, withBitmap } from './picture.ts'
import { loaded, seek, withVideo } from './videoElement.ts'

const SMALL_PX = 400
/** A panorama is cut off by its tile anyway. */
const SMALL_LONGEST_PX = 1600
const POSTER_PX = 1280
const POSTER_SECONDS = 1
const QUALITY = 0.82

type Look = {
  /** A picture whose shorter side fills a square tile, where this browser can draw one. */
  small?: Blob
  fields?: PictureFields
}

/** A small picture and the fields of a picture, by decoding it once; neither where this browser cannot, or should not. */
export const lookAt = async (image: Blob): Promise<Look> =>
  (await withBitmap(image, async (bitmap) => ({ fields: fieldsOf(bitmap), small: await smallOf(bitmap) }))) ?? {}

function smallOf(bitmap: ImageBitmap): Promise<Blob | undefined> {
  const { width, height } = bitmap
  const most = Math.min(SMALL_LONGEST_PX, (SMALL_PX * Math.max(width, height)) / Math.min(width, height))
  return drawn(bitmap, { width, height, most })
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
