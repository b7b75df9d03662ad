import type { CSSProperties } from 'react'
import { hasSize, type PictureFields } from '#contract/pictureFields.ts'

/** The ratio of a picture's box until the picture has come and brings its own. */
export const ratioOf = (of: PictureFields): CSSProperties | undefined =>
  hasSize(of) ? { aspectRatio: `auto ${of.width} / ${of.height}` } : undefined
