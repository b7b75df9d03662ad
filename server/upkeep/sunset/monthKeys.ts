import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ml_kem768_x25519 as kem } from '@noble/post-quantum/hybrid.js'
import * as numbers from '#contract/monthNumbers.ts'
import { type MonthNumber, pairSeedOf, WRAP_BYTES, WRAPPED, wrapPurpose } from '#contract/monthNumbers.ts'
import { LAST_MONTH } from '#contract/months.ts'
import { sha256 } from '#server/core/sha256.ts'

const CIPHER = 'aes-256-gcm'

export const PUBLIC_KEY_BYTES = kem.lengths.publicKey!

/** The number of a month before that of `from`; throws for a later month, whose number nobody can make. */
export const numberOf = (month: string, known: MonthNumber): Uint8Array => numbers.numberOf(sha256, month, known)

/** The number of a month, of the seed, which is the number of the last month there is. */
export const numberOfSeed = (month: string, seed: Uint8Array): Uint8Array =>
  numberOf(month, { number: seed, from: LAST_MONTH })

const pairOf = (number: Uint8Array) => kem.keygen(new Uint8Array(pairSeedOf(sha256, number)))

export const publicKeyOf = (number: Uint8Array): Uint8Array => pairOf(number).publicKey

/** A key of 32 bytes that opens with the number of this month, or a later one. */
export function wrapForMonth(publicKey: Uint8Array, month: string, key: Uint8Array): Buffer {
  const { cipherText, sharedSecret } = kem.encapsulate(publicKey)
  const nonce = randomBytes(WRAPPED.nonce)
  const cipher = createCipheriv(CIPHER, lockOf(sharedSecret, month), nonce)
  return Buffer.concat([cipherText, nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

/** The wrapped key, by a number that was published for `from`; throws where that is an earlier month, or the bytes are others. */
export function unwrapByMonth(wrap: Uint8Array, month: string, published: MonthNumber): Buffer {
  if (wrap.length !== WRAP_BYTES) throw new Error('a wrap of another length')
  const { secretKey } = pairOf(numberOf(month, published))
  const sharedSecret = kem.decapsulate(wrap.subarray(0, WRAPPED.exchange), secretKey)
  const nonceEnd = WRAPPED.exchange + WRAPPED.nonce
  const decipher = createDecipheriv(CIPHER, lockOf(sharedSecret, month), wrap.subarray(WRAPPED.exchange, nonceEnd))
  decipher.setAuthTag(wrap.subarray(-WRAPPED.tag))
  return Buffer.concat([decipher.update(wrap.subarray(nonceEnd, -WRAPPED.tag)), decipher.final()])
}

const lockOf = (sharedSecret: Uint8Array, month: string): Buffer =>
  Buffer.from(hkdfSync('sha256', sharedSecret, '', wrapPurpose(month), WRAPPED.key))
