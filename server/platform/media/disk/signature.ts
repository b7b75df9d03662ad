import { createHmac, timingSafeEqual } from 'node:crypto'
import { FormRefused } from './refusal.ts'
import type { Credentials } from './token.ts'

const V4 = 'OSS4-HMAC-SHA256'
const REQUEST = 'aliyun_v4_request'
const CREDENTIAL = /^([^/]+)\/(\d{8})\/([a-z0-9-]{1,40})\/oss\/aliyun_v4_request$/
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const SKEW_MS = 15 * 60_000
const GOOD_FOR_MS = 7 * 86_400_000

/** The fields of a form by their lower-case names. */
export type Fields = ReadonlyMap<string, string>
type Scope = { date: string; region: string }

/** Throws unless the policy was signed with these credentials: V4, or V1 as older clients do. */
export function checkSignature(fields: Fields, credentials: Credentials, now: Date): void {
  if (fields.has('x-oss-signature-version')) checkV4(fields, credentials, now)
  else checkV1(fields, credentials)
}

function signV4(secret: string, policy: string, { date, region }: Scope): string {
  const steps = [dayOf(date), region, 'oss', REQUEST]
  const key = steps.reduce<Buffer | string>((step, text) => hmac(step, text), `aliyun_v4${secret}`)
  return hmac(key, policy).toString('hex')
}

function checkV1(fields: Fields, { accessKeyId, accessKeySecret }: Credentials): void {
  if (fields.get('ossaccesskeyid') !== accessKeyId) throw unknownKey()
  const right = createHmac('sha1', accessKeySecret)
    .update(fields.get('policy') ?? '')
    .digest('base64')
  if (!isSame(fields.get('signature'), right)) throw mismatch()
}

function checkV4(fields: Fields, credentials: Credentials, now: Date): void {
  const date = fields.get('x-oss-date') ?? ''
  const [, accessKeyId, day, region = ''] = CREDENTIAL.exec(fields.get('x-oss-credential') ?? '') ?? []
  if (accessKeyId !== credentials.accessKeyId) throw unknownKey()
  if (fields.get('x-oss-signature-version') !== V4 || day !== dayOf(date) || !isTimely(date, now)) throw mismatch()
  const right = signV4(credentials.accessKeySecret, fields.get('policy') ?? '', { date, region })
  if (!isSame(fields.get('x-oss-signature'), right)) throw mismatch()
}

function isTimely(date: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(date.replace(DATE, '$1-$2-$3T$4:$5:$6Z'))
  return age >= -SKEW_MS && age <= GOOD_FOR_MS
}

const dayOf = (date: string): string => date.slice(0, 8)
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

function isSame(given: string | undefined, right: string): boolean {
  const bytes = Buffer.from(given ?? '')
  return bytes.length === right.length && timingSafeEqual(bytes, Buffer.from(right))
}

const unknownKey = (): FormRefused => new FormRefused('InvalidAccessKeyId', '上传凭证不正确')
const mismatch = (): FormRefused => new FormRefused('SignatureDoesNotMatch', '上传签名不正确')
