import { sign, verify } from 'node:crypto'

/** Called RSA2 by both sides. The platform's older sort, RSA, is SHA-1: never taken. */
const RSA2 = 'RSA-SHA256'

export type Fields = Record<string, string>

const joined = (fields: Fields): string =>
  Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

/** The fields of a request with its signature behind them. */
export const withSign = (fields: Fields, privateKey: string): Fields => ({
  ...fields,
  sign: sign(RSA2, Buffer.from(joined(fields)), privateKey).toString('base64'),
})

/**
 * The fields of a notification, each character a byte: the platform signs bytes, and spells a title in GBK or UTF-8 as it likes.
 * The fields that we read are ASCII.
 */
export function fieldsOfNews(body: Buffer): Fields {
  const pairs = body.toString('latin1').split('&').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [bytesOf(name), bytesOf(value.join('='))]
    }),
  )
}

const bytesOf = (escaped: string): string =>
  escaped
    .replaceAll('+', ' ')
    .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Whether a notification is signed by the platform; `sign_type` itself is not signed, so it does not decide what to check. */
export function isNewsSigned({ sign: signature = '', sign_type, ...fields }: Fields, publicKey: string): boolean {
  return sign_type === 'RSA2' && isSigned(Buffer.from(joined(fields), 'latin1'), signature, publicKey)
}

export const isSigned = (content: Buffer, signature: string, publicKey: string): boolean =>
  verify(RSA2, content, publicKey, Buffer.from(signature, 'base64'))
