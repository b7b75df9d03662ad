/** The containers that are taken apart for others, by their cutters' names. */
export type Known = 'jpeg' | 'png' | 'gif' | 'webp' | 'heif' | 'movie' | 'webm'

/**
 * The container these first bytes belong to: one that we cut; `closed`, one that may tell a place and that nobody here takes
 * apart; or undefined, anything else. Looser than the look at an upload's type (contract/sniff.ts): a file is whatever it is.
 */
export function containerOf(first: Buffer): Known | 'closed' | undefined {
  return LOOKS.find(([, looksLikeIt]) => looksLikeIt(first))?.[0]
}

/** Brands of pictures in the container of films (ISO 23008-12): HEIC, AVIF, and what they are called in bursts. */
const PICTURE = /^(mif[12]|msf1|miaf|he[iv][cmsx]|avi[fos]|avcs|jpeg|jpgs|vvic|vvis|1pic)$/
/** Boxes by which a film begins that names no brand, as QuickTime's from before there were any. */
const FIRST_BOX = /^(moov|mdat|wide|free|skip|pnot|styp|moof|sidx|uuid|meta)$/
/** TIFF and what cameras made of it: DNG, NEF, ARW, ORF, RW2, BigTIFF; and Canon's older and Fuji's, Minolta's, Sigma's own. */
const RAW = ['49492a00', '4d4d002a', '49492b00', '4d4d002b', '4949524f', '49495253', '4d4d4f52', '49495500', '49491a00']
const OWN_RAW = ['46554a4946494c4d', '004d524d', '464f5662']
/** JPEG XL and 2000 in boxes, their bare streams, MNG and JNG, Photoshop, Windows Media, transport and program streams, Flash, Real. */
const OTHERS = ['0000000c4a584c20', '0000000c6a502020', 'ff4fff51', '8a4d4e47', '8b4a4e47', '38425053', '3026b275']
const STREAMS = ['000001ba', '464c5601', '2e524d46']
const CLOSED = [...RAW, ...OWN_RAW, ...OTHERS, ...STREAMS]

const LOOKS: readonly [Known | 'closed', (first: Buffer) => boolean][] = [
  ['jpeg', (first) => begins(first, 'ffd8')],
  ['png', (first) => begins(first, '89504e470d0a1a0a')],
  ['gif', (first) => /^GIF8[79]a$/.test(first.toString('latin1', 0, 6))],
  ['webp', (first) => riffOf(first) === 'WEBP'],
  ['closed', (first) => riffOf(first) === 'AVI '],
  ['webm', (first) => begins(first, '1a45dfa3')],
  ['closed', (first) => brandsOf(first)[0] === 'crx '],
  ['heif', (first) => isPicture(brandsOf(first))],
  ['movie', (first) => isFilm(first)],
  ['closed', (first) => CLOSED.some((hex) => begins(first, hex)) || isTransport(first)],
]

const begins = (first: Buffer, hex: string): boolean => first.toString('hex', 0, hex.length / 2) === hex

const riffOf = (first: Buffer): string => (begins(first, '52494646') ? first.toString('latin1', 8, 12) : '')

const isPicture = ([main = '', ...others]: string[]): boolean =>
  PICTURE.test(main) || (others.length > 0 && others.every((brand) => PICTURE.test(brand)))

const boxOf = (first: Buffer): string => first.toString('latin1', 4, 8)

const isFilm = (first: Buffer): boolean => boxOf(first) === 'ftyp' || FIRST_BOX.test(boxOf(first))

/** The main brand and those it is compatible with, as far as the first bytes go. */
function brandsOf(first: Buffer): string[] {
  if (boxOf(first) !== 'ftyp') return []
  const end = Math.min(first.readUInt32BE(0), first.length)
  const brands = first.toString('latin1', 8, end).match(/.{4}/gs) ?? []
  return brands.filter((_, index) => index !== 1)
}

/** Packets of 188 bytes, in cameras with four before each. */
function isTransport(first: Buffer): boolean {
  const runs = (from: number, step: number) => [0, 1, 2, 3, 4].every((n) => first[from + n * step] === 0x47)
  return runs(0, 188) || runs(4, 192)
}
