/** The SHA-256 of these pieces, one after another; of a text its UTF-8. */
export type Sha256 = (...pieces: (Uint8Array | string)[]) => Uint8Array

export const SHA256_BYTES = 32

const HEX_OF = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const HEX = /^(?:[0-9a-f]{2})*$/
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]))

export function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX_OF[byte]!
  return text
}

/** The bytes in this lower-case hex; undefined when it is none. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (!HEX.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16))
}

export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3)
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    text += LETTERS[bits >> 18]! + LETTERS[(bits >> 12) & 63]!
    text += second === undefined ? '=' : LETTERS[(bits >> 6) & 63]!
    text += third === undefined ? '=' : LETTERS[bits & 63]!
  }
  return text
}

/** The bytes in this base64 (RFC 4648, 4); undefined where `base64Of` would write them in another way. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const letters = text.replace(/={1,2}$/, '')
  const bytes = new Uint8Array(Math.floor((letters.length * 6) / 8))
  let bits = 0
  let held = 0
  let at = 0
  for (const letter of letters) {
    bits = ((bits << 6) | (VALUES.get(letter) ?? 0)) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[at++] = bits >> held
  }
  return base64Of(bytes) === text ? bytes : undefined
}

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
