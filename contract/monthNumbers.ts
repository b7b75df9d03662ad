import { bytesOfHex, hexOf, type Sha256 } from './bytes.ts'
import { monthsBetween } from './months.ts'

// The numbers of months (docs/decisions/sunset.md): one a month, each made of the next one by a hash, so that one that is known gives all
// before it and none after it. A key that opens in a month is wrapped for the pair that is made of its number.

const STEP = 'capsule-month-number/v1\n'
const PAIR = 'capsule-month-pair/v1\n'
const WRAP = 'capsule-month-wrap/v1 '

/** A number as it is published, and the month whose number it is. */
export type MonthNumber = { number: Uint8Array; from: string }

/** The exchange of ML-KEM-768 and X25519, nonce, key and tag: one after another. */
export const WRAPPED = { exchange: 1120, nonce: 12, key: 32, tag: 16 } as const
export const WRAP_BYTES = WRAPPED.exchange + WRAPPED.nonce + WRAPPED.key + WRAPPED.tag

/** The number of a month before that of `from`; throws for a later month, whose number nobody can make. */
export function numberOf(sha256: Sha256, month: string, { number, from }: MonthNumber): Uint8Array {
  const steps = monthsBetween(month, from)
  if (steps < 0) throw new Error(`the number of ${from} does not open ${month}`)
  let made = number
  for (let step = 0; step < steps; step++) made = sha256(STEP, made)
  return made
}

/** The seed of the pair of a month, of its number. */
export const pairSeedOf = (sha256: Sha256, number: Uint8Array): Uint8Array => sha256(PAIR, number)

/** The purpose of the key of a wrap (HKDF-SHA-256 of the shared secret, no salt). */
export const wrapPurpose = (month: string): string => WRAP + month

/** A number as `release` prints it and people type it: `2036-05` and 64 hex digits. */
export const monthNumberText = ({ number, from }: MonthNumber): string => `${from} ${hexOf(number)}`

const MONTH = /(?<!\d)(\d{4})\s*[-–—./年]\s*(1[0-2]|0?[1-9])(?!\d)(?!\s*(?:[-–—./]|月)\s*\d{1,2}(?!\d))/g
const HEX = /^[0-9a-f]+$/i
const DIGITS = 64

/**
 * The number in what somebody has pasted, whatever stands around it: in capitals, full width, groups or lines. Of several it is the one
 * of the latest month, which opens all that the others do; undefined where there is none with its month.
 */
export function readMonthNumber(pasted: string): MonthNumber | undefined {
  const text = pasted.normalize('NFKC')
  const months = [...text.matchAll(MONTH)]
  const found = months.flatMap(({ 0: { length }, 1: year, 2: month, index }, at) => {
    const number = digitsIn(text.slice(index + length, months[at + 1]?.index))
    const before = at === 0 && !number ? digitsIn(text.slice(0, index)) : undefined
    return number || before ? [{ from: `${year}-${month!.padStart(2, '0')}`, number: (number ?? before)! }] : []
  })
  return found.sort((one, other) => (one.from < other.from ? 1 : -1))[0]
}

/** The first words in a row that are 64 digits together. A word such as `added` is of such digits, too: it is passed over. */
function digitsIn(text: string): Uint8Array | undefined {
  const words = text.split(/[^0-9a-z]+/i)
  for (let first = 0; first < words.length; first++) {
    let digits = ''
    for (let at = first; at < words.length && HEX.test(words[at]!) && digits.length < DIGITS; at++) digits += words[at]
    if (digits.length === DIGITS) return bytesOfHex(digits.toLowerCase())
  }
  return undefined
}
