import { lengthAt } from './vint.ts'

/** How many bytes from the beginning are enough to tell. */
export const SNIFFED_BYTES = 4096

/** The type of picture or video, among those we take, that these bytes begin like; undefined is a file. */
export function sniff(first: Uint8Array): string | undefined {
  return LOOKS.find(([, looksLikeIt]) => looksLikeIt(first))?.[0]
}

/** The start of a JPEG and a marker that may follow: tables, frames, applications, a comment. */
const JPEG = /^\xff\xd8\xff[\xc0-\xcf\xdb\xdd\xe0-\xef\xfe]$/
/** Brands whose samples a browser plays as MP4; cameras name a brand of their own first and one of these after it. */
const MP4_BRAND = /^(isom|iso[2-9]|mp4[12]|avc1|hvc1|hev1|dash|msdh|MSNV|M4V |M4VH|M4VP|mmp4|3gp[4-9])$/
/** First brands of pictures and sounds in the same container (HEIC, AVIF, M4A), which may name an MP4 brand too. */
const NOT_VIDEO = /^(mif1|msf1|miaf|hei[cxms]|hev[cxms]|avi[fs]|jpeg|M4A |M4B |M4P )$/
const EBML_DOCTYPE = 0x4282
const EBML_IDS_MOST = 16

const LOOKS: readonly [string, (first: Uint8Array) => boolean][] = [
  ['image/jpeg', (first) => JPEG.test(textOf(first, 0, 4))],
  ['image/png', (first) => textOf(first, 0, 16) === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/gif', (first) => /^GIF8[79]a$/.test(textOf(first, 0, 6))],
  ['image/webp', (first) => /^RIFF.{4}WEBPVP8[ LX]$/s.test(textOf(first, 0, 16))],
  ['video/quicktime', (first) => brandsOf(first)[0] === 'qt  '],
  ['video/mp4', (first) => isMp4(brandsOf(first))],
  ['video/webm', (first) => docTypeOf(first) === 'webm'],
]

/** These bytes as text of one letter each, as formats name themselves. */
export const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end))

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

const isMp4 = (brands: string[]): boolean =>
  brands.length > 0 && !NOT_VIDEO.test(brands[0]!) && brands.some((brand) => MP4_BRAND.test(brand))

/** The main brand and those it is compatible with (ISO 14496-12, 4.3). */
function brandsOf(first: Uint8Array): string[] {
  if (first.length < 16 || textOf(first, 4, 8) !== 'ftyp') return []
  const end = viewOf(first).getUint32(0)
  if (end < 16 || end > first.length || end % 4 !== 0) return []
  const brands = textOf(first, 8, end).match(/.{4}/gs)!
  return brands.filter((_, index) => index !== 1)
}

/** Matroska that does not call itself WebM is not played everywhere, so it goes as a file. */
function docTypeOf(first: Uint8Array): string | undefined {
  if (textOf(first, 0, 4) !== '\x1aE\xdf\xa3') return undefined
  const header = lengthAt(first, 4)
  if (!header) return undefined
  const end = header.next + header.length
  let at = header.next
  for (let seen = 0; seen < EBML_IDS_MOST && at + 2 < Math.min(end, first.length); seen++) {
    // Every id in this header but Void (0xec) and CRC-32 (0xbf) is two bytes long.
    const isShort = first[at] === 0xec || first[at] === 0xbf
    const value = lengthAt(first, at + (isShort ? 1 : 2))
    if (!value) return undefined
    const after = value.next + value.length
    if (!isShort && viewOf(first).getUint16(at) === EBML_DOCTYPE) {
      return after > end ? undefined : textOf(first, value.next, after).replace(/\0+$/, '')
    }
    at = after
  }
  return undefined
}
