import { createCipheriv, createDecipheriv } from 'node:crypto'
import { freshBytes } from './freshBytes.ts'
import { type Keys, openWith } from './keys.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM: iv, ciphertext and tag in one buffer. `bound` names what it belongs to. */
export function encrypt(key: Buffer, plain: Buffer | string, bound: string): Buffer {
  const iv = freshBytes(IV_BYTES)
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

/** `v2.`, the name of the master key, the text. Version 1, which is read for ever, did not say which key it was. */
export const encryptedBy = (name: string): string => `v2.${name}.`

/** A short text (a contact, a pending message) as one printable string. */
export const encryptText = (keys: Keys, text: string, bound: string): string =>
  encryptedBy(keys.name) + encrypt(keys.box, text, bound).toString('base64url')

/** Throws when no key at hand opens it, or it is bound to something else. */
export function decryptText(keys: Keys, boxed: string, bound: string): string {
  const [version, ...parts] = boxed.split('.')
  const name = version === 'v1' ? undefined : parts[0]
  const sealed = Buffer.from(parts.at(-1) ?? '', 'base64url')
  return openWith(keys, name, ({ box }) => decrypt(box, sealed, bound)).toString()
}
