import { z } from 'zod'
import { isPlaceholder } from './placeholder.ts'

// The size of a picture and its placeholder, made by the page that chooses the picture. They lie in the encrypted content and are
// answered with the picture's address, so that a page draws the picture's box before the picture has come.

/** The longest side that a JPEG can have; pages leave out the fields of a longer picture. */
export const PICTURE_SIDE_MAX_PX = 65_535

const SIDE_WRONG = `图片的宽高应为1到${PICTURE_SIDE_MAX_PX}的整数`
const side = z.int(SIDE_WRONG).min(1, SIDE_WRONG).max(PICTURE_SIDE_MAX_PX, SIDE_WRONG).optional()
/** Width and height in pixels, as the picture is shown; of a video they are its poster's. */
export const pictureFields = {
  width: side,
  height: side,
  /** Sixteen colours, 64 characters (docs/decisions/uploads.md, "Before a picture has come"). */
  placeholder: z.string().refine(isPlaceholder, '图片的占位色块不正确').optional(),
}
export type PictureFields = { width?: number; height?: number; placeholder?: string }

/** The fields of the picture among those of an item. */
export const pictureFieldsOf = ({ width, height, placeholder }: PictureFields): PictureFields => ({
  width,
  height,
  placeholder,
})

/** Whether both sides are known, so that the picture's box is. */
export const hasSize = (fields: PictureFields): fields is PictureFields & { width: number; height: number } =>
  fields.width !== undefined && fields.height !== undefined

/** Whether this text, of an attribute, is a side: digits, without a sign or zeros before them. */
export const isSide = (text: string | undefined): boolean =>
  /^[1-9]\d{0,4}$/.test(text ?? '') && Number(text) <= PICTURE_SIDE_MAX_PX
