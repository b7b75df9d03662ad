import { sign, verify } from 'node:crypto'

/** What both sides call RSA2. The platform's older sort, RSA, is SHA-1: never taken. */
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

/** Whether a notification is signed by the platform; `sign_type` itself is not signed, so it is not asked what to check. */
export function isNewsSigned({ sign: signature = '', sign_type, ...fields }: Fields, publicKey: string): boolean {
  return sign_type === 'RSA2' && isSigned(joined(fields), signature, publicKey)
}

export const isSigned = (content: string, signature: string, publicKey: string): boolean =>
  verify(RSA2, Buffer.from(content), publicKey, Buffer.from(signature, 'base64'))
