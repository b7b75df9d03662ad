import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ml_kem768_x25519 as kem } from '@noble/post-quantum/hybrid.js'
import { sha256 } from '#server/core/sha256.ts'
import { LAST_MONTH, monthsBetween } from './months.ts'

// The keys of months (docs/decisions/sunset.md). A number a month, each made of the next one by a hash: one that is known gives all
// before it and none after it. A key that opens in a month is wrapped for the pair that is made of its number.

const STEP = 'capsule-month-number/v1\n'
const PAIR = 'capsule-month-pair/v1\n'
const WRAP = 'capsule-month-wrap/v1 '
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Of a public key, and of a wrap. */
export const PUBLIC_KEY_BYTES = kem.lengths.publicKey!
const CIPHER_TEXT_BYTES = kem.lengths.cipherText!
const WRAP_BYTES = CIPHER_TEXT_BYTES + IV_BYTES + KEY_BYTES + TAG_BYTES

/** The number of a month before that of `from`; throws for a later month, whose number nobody can make. */
export function numberOf(month: string, { number, from }: { number: Uint8Array; from: string }): Uint8Array {
  const steps = monthsBetween(month, from)
  if (steps < 0) throw new Error(`the number of ${from} does not open ${month}`)
  let made = number
  for (let step = 0; step < steps; step++) made = sha256(STEP, made)
  return made
}

/** The number of a month, of the seed, which is the number of the last month there is. */
export const numberOfSeed = (month: string, seed: Uint8Array): Uint8Array =>
  numberOf(month, { number: seed, from: LAST_MONTH })

const pairOf = (number: Uint8Array) => kem.keygen(new Uint8Array(sha256(PAIR, number)))

export const publicKeyOf = (number: Uint8Array): Uint8Array => pairOf(number).publicKey

/** A key of 32 bytes that opens with the number of this month, or a later one. */
export function wrapForMonth(publicKey: Uint8Array, month: string, key: Uint8Array): Buffer {
  const { cipherText, sharedSecret } = kem.encapsulate(publicKey)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, lockOf(sharedSecret, month), iv)
  return Buffer.concat([cipherText, iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

/** The wrapped key, by a number that was published for `from`; throws where that is an earlier month, or the bytes are others. */
export function unwrapByMonth(
  wrap: Uint8Array,
  month: string,
  published: { number: Uint8Array; from: string },
): Buffer {
  if (wrap.length !== WRAP_BYTES) throw new Error('a wrap of another length')
  const { secretKey } = pairOf(numberOf(month, published))
  const sharedSecret = kem.decapsulate(wrap.subarray(0, CIPHER_TEXT_BYTES), secretKey)
  const iv = wrap.subarray(CIPHER_TEXT_BYTES, CIPHER_TEXT_BYTES + IV_BYTES)
  const decipher = createDecipheriv(CIPHER, lockOf(sharedSecret, month), iv)
  decipher.setAuthTag(wrap.subarray(-TAG_BYTES))
  const locked = wrap.subarray(CIPHER_TEXT_BYTES + IV_BYTES, -TAG_BYTES)
  return Buffer.concat([decipher.update(locked), decipher.final()])
}

const lockOf = (sharedSecret: Uint8Array, month: string): Buffer =>
  Buffer.from(hkdfSync('sha256', sharedSecret, '', WRAP + month, KEY_BYTES))
