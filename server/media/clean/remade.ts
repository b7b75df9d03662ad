import { inPictureTurn, resizeImage, WIDTHS } from '#server/media/thumbnail.ts'

/**
 * A picture that nobody can take apart, or not yet, made anew for others: at most this wide, and with nothing but what is seen.
 * Undefined when nothing can be made of it; `busy()` when too many wait.
 */
export const remade = (read: () => Promise<Buffer>, width = WIDTHS.most): Promise<Buffer | undefined> =>
  inPictureTurn(async () => {
    const bytes = await read()
    return resizeImage(bytes, width).catch(() => undefined)
  })
