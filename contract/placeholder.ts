/** A placeholder has so many colours a side. */
export const PLACEHOLDER_SIDE = 4
/** 48 bytes in base64: blue, green and red of each colour, the lowest row first, as a bitmap has them. */
const PLACEHOLDER = /^[A-Za-z0-9+/]{64}$/
/** The head of a bitmap of 4 × 4 pixels, in base64; its bytes are a multiple of three, so a placeholder simply follows. */
const BITMAP_HEAD = 'Qk1mAAAAAAAAADYAAAAoAAAABAAAAAQAAAABABgAAAAAADAAAAAAAAAAAAAAAAAAAAAAAAAA'

export const isPlaceholder = (text: string | undefined): text is string => PLACEHOLDER.test(text ?? '')

/** The address of a placeholder as a picture of its own, which the browser blurs while it makes it larger. */
export const placeholderAddress = (placeholder: string): string => `data:image/bmp;base64,${BITMAP_HEAD}${placeholder}`
