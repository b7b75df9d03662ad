import { UPLOAD, whyNotUpload } from '#contract/upload.ts'

/** A photo that was chosen for an avatar; `address` is to be revoked when it is done with. */
export type Photo = { name: string; address: string; image: HTMLImageElement }
/** A part of a photo, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number }

const SIDE_PX = 512
const QUALITY = 0.9

/** Opens the file as far as this browser can; otherwise the reason why it is none for an avatar. */
export async function openPhoto(file: File): Promise<Photo | string> {
  const wrong = whyNotUpload(file)
  if (wrong) return wrong
  const address = URL.createObjectURL(file)
  const image = Object.assign(new Image(), { src: address })
  const readable = await image.decode().then(
    () => image.naturalWidth > 0,
    () => false,
  )
  if (readable) return { name: file.name, address, image }
  URL.revokeObjectURL(address)
  return UPLOAD.unknownImage
}

export const closePhoto = (photo: Photo | undefined) => photo && URL.revokeObjectURL(photo.address)

/** The part as a square JPEG, upright: a browser draws an image as its EXIF says. */
export function squareJpeg({ image }: Photo, { x, y, width, height }: Area): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE_PX, height: SIDE_PX })
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('no canvas')
  // JPEG has no transparency; without this it would turn black.
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, SIDE_PX, SIDE_PX)
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(image, x, y, width, height, 0, 0, SIDE_PX, SIDE_PX)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), 'image/jpeg', QUALITY)
  })
}
