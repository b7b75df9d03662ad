import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { listen, type Served } from './http.ts'

/**
 * 'hang' says nothing, ever; 'break' ends the connection without a word; 'take and break' sends the message all the same.
 */
export type SmsAnswer = object | 'hang' | 'break' | 'take and break'
type Options = {
  accessKeyId: string
  accessKeySecret: string
  /** What a well-signed request is told. */
  answer?: () => SmsAnswer | Promise<SmsAnswer>
  /** What QuerySendDetails says of a message that was taken: 1 under way, 2 will never arrive, 3 has arrived. */
  status?: (tel: string) => 1 | 2 | 3
}
/** A message that it took. */
export type TakenSms = { tel: string; outId: string; template: string; params: Record<string, string> }
type SmsRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  query: Record<string, string>
  /** Why it was turned away, as Aliyun's code. */
  refused: string | undefined
}
type AliyunSmsStandin = Served & { requests: SmsRequest[]; taken: TakenSms[] }

const AUTHORIZATION = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/
const NEEDED = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version']
const CLOCKS_APART_MS = 15 * 60_000

/** SendSms and QuerySendDetails of Aliyun on this machine: lets in only what is signed as Aliyun asks, each nonce once. */
export async function startAliyunSms({ answer = sent, status = () => 3, ...key }: Options): Promise<AliyunSmsStandin> {
  const requests: SmsRequest[] = []
  const nonces = new Set<string>()
  const taken: TakenSms[] = []

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const nonce = String(request.headers['x-acs-signature-nonce'])
    const refused = whyNotSigned(key, request, body) ?? (nonces.has(nonce) ? 'SignatureNonceUsed' : undefined)
    nonces.add(nonce)
    const { method = '', url: path = '', headers } = request
    const query = Object.fromEntries(queryOf(path))
    const asks = headers['x-acs-action'] === 'QuerySendDetails'
    if (!asks) requests.push({ method, path, headers, query, refused })
    const words = refused ? { Code: refused, Message: refused, RequestId: randomUUID() } : await wordsFor(asks, query)
    if (words === 'hang') return
    if (words === 'break' || words === 'take and break') return void response.destroy()
    response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json;charset=utf-8' })
    response.end(JSON.stringify(words))
  }

  async function wordsFor(asks: boolean, query: Record<string, string>): Promise<SmsAnswer> {
    if (asks) return details(query)
    const words = await answer()
    const isTaken = words === 'take and break' || (typeof words === 'object' && 'Code' in words && words.Code === 'OK')
    if (isTaken) {
      const { PhoneNumbers: tel = '', OutId: outId = '', TemplateCode: template = '', TemplateParam = '{}' } = query
      taken.push({ tel, outId, template, params: JSON.parse(TemplateParam) })
    }
    return words
  }

  const details = ({ PhoneNumber = '' }: Record<string, string>) => {
    const own = taken.filter(({ tel }) => tel === PhoneNumber)
    const SmsSendDetailDTO = own.map(({ tel, outId }) => ({ PhoneNum: tel, OutId: outId, SendStatus: status(tel) }))
    return {
      Code: 'OK',
      Message: 'OK',
      RequestId: randomUUID(),
      TotalCount: own.length,
      SmsSendDetailDTOs: { SmsSendDetailDTO },
    }
  }

  const served = await listen((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  return { ...served, requests, taken }
}

const sent = () => ({ Code: 'OK', Message: 'OK', BizId: `${Date.now()}^0`, RequestId: randomUUID() })

function whyNotSigned(
  { accessKeyId, accessKeySecret }: Pick<Options, 'accessKeyId' | 'accessKeySecret'>,
  { method, url = '', headers }: IncomingMessage,
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

const queryOf = (url: string): [string, string][] => [...new URL(url, 'http://standin').searchParams]

/** Bytes as they stand for A–Z a–z 0–9 - _ . ~, all others as %XX. */
const encode = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((char) => (/[\w.~-]/.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`))
    .join('')

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
