import { fileName, IMAGE_TYPES, partsOf, VIDEO_TYPES } from '#contract/media.ts'
import type { Stored, Wish } from './store.ts'

const SHOWN = new Set<string>([...IMAGE_TYPES, ...VIDEO_TYPES])

/** A file that is no picture and no video is served as bytes, whatever its name says. */
export const FILE_TYPE = 'application/octet-stream'

/** Nothing of an answer runs, is framed elsewhere, or is taken for something else. */
export const SAFE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** The type an object is served as: what its bytes were found to be, of an allow-list. */
export const typeOf = ({ mime }: Pick<Stored, 'mime'>): string => (SHOWN.has(mime) ? mime : FILE_TYPE)

/** `attachment` for files, for whatever a browser has no business with, and for what is asked for by a name to keep it by. */
export function attachmentOf(object: Pick<Stored, 'key' | 'mime'>, { name }: Pick<Wish, 'name'>): string | undefined {
  const isShown = partsOf(object.key).kind !== 'file' && typeOf(object) !== FILE_TYPE
  if (isShown && name === undefined) return undefined
  return attachmentName(fileName(whole(name ?? '')) || object.key.split('/').at(-1)!)
}

/** The header of what is kept under this name. */
export const attachmentName = (name: string): string => `attachment; filename*=UTF-8''${encoded(name)}`

/** Half a character cannot be encoded. */
const whole = (name: string): string => name.replace(/\p{Surrogate}/gu, '\ufffd')

/** RFC 8187: what encodeURIComponent leaves and a header does not allow. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*!]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
