import { hexOf, type Sha256 } from './bytes.ts'
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
