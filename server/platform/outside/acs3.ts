import { createHash, createHmac } from 'node:crypto'

export type AccessKey = { accessKeyId: string; accessKeySecret: string }
/** One call of an Aliyun service in its RPC style: everything in the query, or as a form what an address is too short for. */
export type Acs3Call = {
  baseUrl: string
  action: string
  version: string
  query?: Record<string, string>
  form?: Record<string, string>
  at: Date
  nonce: string
}

const ALGORITHM = 'ACS3-HMAC-SHA256'

/** The call as a POST, signed (ACS3-HMAC-SHA256). `host` is signed too; the HTTP client sets it from the address. */
export function signAcs3(
  { accessKeyId, accessKeySecret }: AccessKey,
  { baseUrl, action, version, query = {}, form, at, nonce }: Acs3Call,
): { url: string; headers: Record<string, string>; body?: string } {
  const { origin, host } = new URL(baseUrl)
  const sorted = encodeAll(query)
  const body = form && encodeAll(form)
  const payload = sha256(body ?? '')
  const headers = {
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    'x-acs-action': action,
    'x-acs-content-sha256': payload,
    'x-acs-date': `${at.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const signed = Object.entries({ host, ...headers }).sort(byName)
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('')
  const request = ['POST', '/', sorted, lines, names, payload].join('\n')
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(request)}`)
    .digest('hex')
  const authorization = `${ALGORITHM} Credential=${accessKeyId},SignedHeaders=${names},Signature=${signature}`
  return { url: `${origin}/?${sorted}`, headers: { ...headers, authorization }, body }
}

const encodeAll = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .sort(byName)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')

/** RFC 3986: the five that encodeURIComponent leaves alone as well. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const byName = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
