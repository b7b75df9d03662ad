import { base64Of, type Sha256 } from './bytes.ts'

// The code of a person's archive as it is kept after the end (docs/decisions/sunset.md): the names of its files and their keys are made of it,
// so that one short line on paper or in an SMS is enough. 160 bits in Crockford's letters, which are told apart by eye and by ear; where there is more
// than one file, a point and how many.

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const KEPT_CODE_BYTES = 20
/** Letters with blanks, lines and dashes between them, where somebody has typed or broken it. */
const CODE = /^\s*([0-9A-Z](?:[\s-]*[0-9A-Z]){31})(?:\s*\.\s*([1-9]\d?))?(?!\w)/i
const NAME = 'capsule-kept-name/v1\n'
const KEY = 'capsule-kept-key/v1\n'

export type KeptCode = { code: Uint8Array; parts: number }

export function keptCodeText({ code, parts }: KeptCode): string {
  let [text, bits, held] = ['', 0, 0]
  for (const byte of code) {
    bits = (bits << 8) | byte
    for (held += 8; held >= 5; held -= 5) text += LETTERS[(bits >> (held - 5)) & 31]!
    bits &= 31
  }
  return parts === 1 ? text : `${text}.${parts}`
}

/** The code in the text that somebody typed or pasted, behind the `#` of an address too; undefined where there is none. */
export function readKeptCode(text: string): KeptCode | undefined {
  const [, typed = '', parts = '1'] = CODE.exec(text.slice(text.lastIndexOf('#') + 1)) ?? []
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  if (letters === '' || letters.includes('U')) return undefined
  return { code: bytesOf(letters), parts: Number(parts) }
}

function bytesOf(letters: string): Uint8Array {
  const code = new Uint8Array(KEPT_CODE_BYTES)
  let [bits, held, at] = [0, 0, 0]
  for (const letter of letters) {
    bits = ((bits << 5) | LETTERS.indexOf(letter)) & 0xfff
    held += 5
    if (held < 8) continue
    held -= 8
    code[at++] = bits >> held
  }
  return code
}

/** The name of the file of a part, the first being 1: 43 letters of base64url. */
export const keptNameOf = (sha256: Sha256, code: Uint8Array, part: number): string =>
  base64Of(sha256(NAME, code, String(part)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/** The key of that file, which encrypts nothing else. */
export const keptKeyOf = (sha256: Sha256, code: Uint8Array, part: number): Uint8Array => sha256(KEY, code, String(part))
