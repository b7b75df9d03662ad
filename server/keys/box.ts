import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM: iv, ciphertext and tag in one buffer. `bound` names what it belongs to. */
export function encrypt(key: Buffer, plain: Buffer | string, bound: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(bound))
  return Buffer.concat([iv, cipher.update(plain as Buffer), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the key, the text or what it is bound to is not the one it was encrypted with. */
export function decrypt(key: Buffer, sealed: Buffer, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(bound))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}

const BOX = 'v1.'

/** A short text (a contact, a pending message) as one printable string. */
export const boxText = (keys: Keys, text: string, bound: string): string =>
  BOX + encrypt(keys.box, text, bound).toString('base64url')

export const unboxText = (keys: Keys, boxed: string, bound: string): string =>
  decrypt(keys.box, Buffer.from(boxed.slice(BOX.length), 'base64url'), bound).toString()
