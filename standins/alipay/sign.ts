import { type KeyObject, sign, verify } from 'node:crypto'

export type Fields = Record<string, string>
export type SignType = 'RSA2' | 'RSA'

const DIGEST = { RSA2: 'RSA-SHA256', RSA: 'RSA-SHA1' } as const

/** The text that a signature covers: the fields sorted and joined, without these and without empty ones. */
export const contentOf = (fields: Fields, without: string[]): string =>
  Object.keys(fields)
    .filter((name) => !without.includes(name) && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

export const signed = (content: string | Buffer, privateKey: KeyObject, type: SignType = 'RSA2'): string =>
  sign(DIGEST[type], typeof content === 'string' ? Buffer.from(content) : content, privateKey).toString('base64')

export const isSigned = (content: string, signature: string, publicKey: KeyObject): boolean =>
  verify(DIGEST.RSA2, Buffer.from(content), publicKey, Buffer.from(signature, 'base64'))
