import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type AccessKey = { accessKeyId: string; accessKeySecret: string }
type Signed = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

const AUTHORIZATION = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/
const NEEDED = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version']
const CLOCKS_APART_MS = 15 * 60_000

/** Says as Aliyun's code why a request is turned away: not signed as Aliyun asks, or not for the first time. */
export function makeGate(key: AccessKey) {
  const nonces = new Set<string>()
  return (request: Signed, body: Buffer): string | undefined => {
    const nonce = String(request.headers['x-acs-signature-nonce'])
    const refused = whyNotSigned(key, request, body) ?? (nonces.has(nonce) ? 'SignatureNonceUsed' : undefined)
    nonces.add(nonce)
    return refused
  }
}

function whyNotSigned(
  { accessKeyId, accessKeySecret }: AccessKey,
  { method, url = '', headers }: Signed,
  body: Buffer,
): string | undefined {
  const [, credential, names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (!signature) return 'IncompleteSignature'
  if (credential !== accessKeyId) return 'InvalidAccessKeyId.NotFound'
  const signed = names.split(';')
  if (!NEEDED.every((name) => signed.includes(name))) return 'IncompleteSignature'
  if (Math.abs(Date.parse(String(headers['x-acs-date'])) - Date.now()) > CLOCKS_APART_MS) {
    return 'InvalidTimeStamp.Expired'
  }
  const hash = createHash('sha256').update(body).digest('hex')
  if (headers['x-acs-content-sha256'] !== hash) return 'SignatureDoesNotMatch'
  const path = url.split('?')[0]
  const lines = signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`)
  const canonical = [method, path, canonicalQuery(url), ...lines, '', names, hash].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const expected = createHmac('sha256', accessKeySecret).update(`ACS3-HMAC-SHA256\n${digest}`).digest('hex')
  return signature === expected ? undefined : 'SignatureDoesNotMatch'
}

const canonicalQuery = (url: string): string =>
  queryOf(url)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')

export const queryOf = (url: string): [string, string][] => [...new URL(url, 'http://standin').searchParams]

/** Bytes as they stand for A–Z a–z 0–9 - _ . ~, all others as %XX. */
const encode = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((char) => (/[\w.~-]/.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`))
    .join('')

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
