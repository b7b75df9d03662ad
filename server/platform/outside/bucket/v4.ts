import { createHash, createHmac } from 'node:crypto'
import type { AccessKey } from '#server/platform/outside/acs3.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'

/** Our own key, or one for an hour, which goes with a token. */
export type BucketKey = AccessKey & { token?: string }
/** A request to the bucket; `object` is the name of one in it. */
export type SignedRequest = {
  method: string
  object?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  at: Date
}

/** Where the two differ; all else is one way of signing (platforms 8.3). */
const WORDS = {
  oss: {
    algorithm: 'OSS4-HMAC-SHA256',
    secret: 'aliyun_v4',
    service: 'oss',
    end: 'aliyun_v4_request',
    prefix: 'x-oss-',
    version: 'signature-version',
    inAddress: (name: string) => `x-oss-${name}`,
  },
  s3: {
    algorithm: 'AWS4-HMAC-SHA256',
    secret: 'AWS4',
    service: 's3',
    end: 'aws4_request',
    prefix: 'x-amz-',
    version: 'algorithm',
    inAddress: (name: string) => `X-Amz-${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}`,
  },
} as const
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** The name of one of the bucket's own headers or parameters: `x-oss-…` or `x-amz-…`. */
export const ours = ({ kind }: Pick<BucketConfig, 'kind'>, name: string): string => WORDS[kind].prefix + name

type Form = { prefix: string; mostBytes: number; extra?: Record<string, string>; until: Date; at: Date }

/** Fields of a form that uploads one object under this prefix; `key` and at the end `file` complete it. */
export function signForm(
  config: Pick<BucketConfig, 'kind' | 'region' | 'name'>,
  key: BucketKey,
  { prefix, mostBytes, extra, until, at }: Form,
) {
  const words = WORDS[config.kind]
  const scope = scopeOf(words, config.region, at)
  const fields: Record<string, string> = {
    [words.prefix + words.version]: words.algorithm,
    [`${words.prefix}credential`]: `${key.accessKeyId}/${scope}`,
    [`${words.prefix}date`]: stamp(at),
    ...(key.token && { [`${words.prefix}security-token`]: key.token }),
    success_action_status: '200',
    ...extra,
  }
  const conditions = [
    { bucket: config.name },
    ['starts-with', '$key', prefix],
    ['content-length-range', 1, mostBytes],
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
  ]
  const policy = Buffer.from(JSON.stringify({ expiration: until.toISOString(), conditions })).toString('base64')
  const signature = signText(words, key.accessKeySecret, { scope, text: policy })
  return { ...fields, policy, [`${words.prefix}signature`]: signature }
}

/** An address that answers this one request for some seconds, for any client. */
export function signAddress(
  config: BucketConfig,
  key: BucketKey,
  { method, object, query, at, seconds }: Omit<SignedRequest, 'headers'> & { seconds: number },
): string {
  const words = WORDS[config.kind]
  const scope = scopeOf(words, config.region, at)
  const headers: Record<string, string> = config.kind === 's3' ? { host: hostOf(config) } : {}
  const all = {
    ...query,
    [words.inAddress(words.version)]: words.algorithm,
    [words.inAddress('credential')]: `${key.accessKeyId}/${scope}`,
    [words.inAddress('date')]: stamp(at),
    [words.inAddress('expires')]: String(seconds),
    ...(key.token && { [words.inAddress('security-token')]: key.token }),
    ...(headers.host && { [words.inAddress('SignedHeaders')]: 'host' }),
  }
  const sorted = canonicalQuery(all)
  const request = canonicalRequest({ method, path: signedPath(config, object), query: sorted, headers })
  const signature = signText(words, key.accessKeySecret, { scope, text: toSign(words, { at, scope, request }) })
  return `${addressOf(config, object)}?${sorted}&${words.inAddress('signature')}=${signature}`
}

/** The request as it is sent, with the headers that prove whose it is. */
export function signHeaders(
  config: BucketConfig,
  key: BucketKey,
  { method, object, query = {}, headers = {}, at }: SignedRequest,
): { url: string; headers: Record<string, string> } {
  const words = WORDS[config.kind]
  const sent = {
    ...headers,
    [`${words.prefix}content-sha256`]: UNSIGNED,
    [`${words.prefix}date`]: stamp(at),
    ...(key.token && { [`${words.prefix}security-token`]: key.token }),
  }
  const sorted = canonicalQuery(query)
  const authorization = authorize(words, key, {
    at,
    region: config.region,
    service: words.service,
    method,
    path: signedPath(config, object),
    query: sorted,
    headers: config.kind === 's3' ? { ...sent, host: hostOf(config) } : ofOss(sent),
  })
  return {
    url: `${addressOf(config, object)}${sorted && `?${sorted}`}`,
    headers: { ...sent, authorization },
  }
}

/** A form posted to another service of the same house as S3: its token service. */
export function signAwsForm(
  key: AccessKey,
  { url, region, service, body, at }: { url: string; region: string; service: string; body: string; at: Date },
): Record<string, string> {
  const sent = { 'content-type': 'application/x-www-form-urlencoded', 'x-amz-date': stamp(at) }
  const authorization = authorize(WORDS.s3, key, {
    at,
    region,
    service,
    method: 'POST',
    path: '/',
    query: '',
    headers: { ...sent, host: new URL(url).host },
    payload: sha256(body),
  })
  return { ...sent, authorization }
}

type Words = (typeof WORDS)['oss' | 's3']
type Canonical = { method: string; path: string; query: string; headers: Record<string, string>; payload?: string }

function authorize(
  words: Words,
  key: AccessKey,
  { at, region, service, ...canonical }: Canonical & { at: Date; region: string; service: string },
): string {
  const scope = scopeOf({ ...words, service }, region, at)
  const request = canonicalRequest(canonical)
  const names = Object.keys(canonical.headers).sort().join(';')
  const parts = [
    `Credential=${key.accessKeyId}/${scope}`,
    ...(words === WORDS.s3 ? [`SignedHeaders=${names}`] : []),
    `Signature=${signText(words, key.accessKeySecret, { scope, text: toSign(words, { at, scope, request }) })}`,
  ]
  return `${words.algorithm} ${parts.join(words === WORDS.s3 ? ', ' : ',')}`
}

/** OSS signs these without naming them, and leaves the line of names empty. */
const ofOss = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(x-oss-|content-type$|content-md5$)/.test(name)))

function canonicalRequest({ method, path, query, headers, payload = UNSIGNED }: Canonical): string {
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]!.trim()}\n`).join('')
  // Only OSS signs headers without the host, and only OSS leaves their names out.
  return [method, path, query, lines, headers.host ? names.join(';') : '', payload].join('\n')
}

const toSign = (words: Words, { at, scope, request }: { at: Date; scope: string; request: string }): string =>
  [words.algorithm, stamp(at), scope, sha256(request)].join('\n')

/** The scope's own words, one after another, make the key of a day. */
function signText(words: Words, secret: string, { scope, text }: { scope: string; text: string }): string {
  const key = scope.split('/').reduce<string | Buffer>((key, word) => hmac(key, word), words.secret + secret)
  return hmac(key, text).toString('hex')
}

const scopeOf = (words: { service: string; end: string }, region: string, at: Date): string =>
  [stamp(at).slice(0, 8), region, words.service, words.end].join('/')

/** OSS signs the bucket's name wherever it stands; S3 signs what is sent. */
const signedPath = (config: BucketConfig, object = ''): string =>
  config.kind === 'oss' ? encodePath(`/${config.name}/${object}`) : pathOf(config, object)

const pathOf = ({ pathStyle, name }: BucketConfig, object: string): string =>
  encodePath(pathStyle ? `/${name}${object && `/${object}`}` : `/${object}`)

/** The bucket itself, where forms are posted, or one object in it. */
export const addressOf = (config: BucketConfig, object = ''): string =>
  new URL(config.url).origin + pathOf(config, object)

const hostOf = ({ url }: BucketConfig): string => new URL(url).host

const canonicalQuery = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const encodePath = (path: string): string => path.split('/').map(encode).join('/')

/** RFC 3986: the five that encodeURIComponent leaves alone as well. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** 20260102T030405Z */
const stamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '')

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
