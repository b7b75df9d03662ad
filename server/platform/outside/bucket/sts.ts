import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { MEDIA_KINDS, prefixOf } from '#contract/media.ts'
import { signAcs3 } from '#server/platform/outside/acs3.ts'
import { awayAt, PLATFORM_TIMEOUT_MS, PlatformAway } from '#server/platform/outside/platform.ts'
import { readText } from '#server/platform/outside/readText.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import type { BucketKey } from './v4.ts'
import { signAwsForm } from './v4.ts'
import { textOf } from './xml.ts'

/** A key for an hour that can do one thing: write under its person's own names. */
export type TemporaryKey = BucketKey & { token: string; until: Date }

const SECONDS = 3600
/** A key is handed out again while it is good for at least this long. */
const LEAST_LEFT_MS = 15 * 60_000
const CACHED_MOST = 10_000
const ALIYUN_VERSION = '2015-04-01'
const AWS_VERSION = '2011-06-15'
const CODE = /^[A-Za-z.]{1,60}$/

/** Decides when the platform is asked. */
type InTurn = (assume: () => Promise<TemporaryKey>) => Promise<TemporaryKey>

/** Gives each person such a key, the same for a while. Throws PlatformAway without one. */
export function makeTemporaryKeys(config: BucketConfig, timeoutMs = PLATFORM_TIMEOUT_MS) {
  const cache = new Map<number, TemporaryKey>()
  return async (userId: number, now: Date, inTurn: InTurn = (assume) => assume()): Promise<TemporaryKey> => {
    const known = cache.get(userId)
    if (known && known.until.getTime() - now.getTime() > LEAST_LEFT_MS) return known
    const key = await inTurn(() => ASSUME[config.kind](config, userId, timeoutMs))
    if (cache.size >= CACHED_MOST) cache.clear()
    cache.set(userId, key)
    return key
  }
}

const ASSUME = { oss: assumeAtAliyun, s3: assumeAtAws } as const

const aliyunAnswer = z.object({
  Credentials: z.object({
    AccessKeyId: z.string().min(1),
    AccessKeySecret: z.string().min(1),
    SecurityToken: z.string().min(1),
    Expiration: z.string(),
  }),
})

async function assumeAtAliyun(config: BucketConfig, userId: number, timeoutMs: number): Promise<TemporaryKey> {
  const { url, headers } = signAcs3(config, {
    baseUrl: config.stsUrl,
    action: 'AssumeRole',
    version: ALIYUN_VERSION,
    query: asked(config, userId),
    at: new Date(),
    nonce: randomUUID(),
  })
  const text = await post(url, { headers: { ...headers, accept: 'application/json' } }, timeoutMs)
  const parsed = aliyunAnswer.safeParse(parse(text))
  if (!parsed.success) throw new PlatformAway('AssumeRole: an answer of another shape')
  const { AccessKeyId, AccessKeySecret, SecurityToken, Expiration } = parsed.data.Credentials
  return temporary({ id: AccessKeyId, secret: AccessKeySecret, token: SecurityToken, until: Expiration })
}

async function assumeAtAws(config: BucketConfig, userId: number, timeoutMs: number): Promise<TemporaryKey> {
  const body = String(new URLSearchParams({ Action: 'AssumeRole', Version: AWS_VERSION, ...asked(config, userId) }))
  const url = `${new URL(config.stsUrl).origin}/`
  const headers = signAwsForm(config, { url, region: config.region, service: 'sts', body, at: new Date() })
  const xml = await post(url, { headers, body }, timeoutMs)
  return temporary({
    id: textOf(xml, 'AccessKeyId'),
    secret: textOf(xml, 'SecretAccessKey'),
    token: textOf(xml, 'SessionToken'),
    until: textOf(xml, 'Expiration'),
  })
}

const asked = (config: BucketConfig, userId: number): Record<string, string> => ({
  RoleArn: config.roleArn,
  RoleSessionName: `user-${userId}`,
  DurationSeconds: String(SECONDS),
  Policy: JSON.stringify(POLICY[config.kind](config, userId)),
})

/** The role's rights, cut down to one person's own names; OSS and S3 say the same in other words. */
const POLICY = {
  oss: (config: BucketConfig, userId: number) => allow('1', 'oss:PutObject', `acs:oss:*:*:${config.name}`, userId),
  // China's and the government's own AWS are other partitions; the role says which.
  s3: (config: BucketConfig, userId: number) =>
    allow('2012-10-17', 's3:PutObject', `arn:${config.roleArn.split(':')[1] || 'aws'}:s3:::${config.name}`, userId),
} as const

const allow = (Version: string, Action: string, bucket: string, userId: number) => ({
  Version,
  Statement: [
    { Effect: 'Allow', Action: [Action], Resource: MEDIA_KINDS.map((kind) => `${bucket}/${prefixOf(kind, userId)}*`) },
  ],
})

async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body?: string },
  timeoutMs: number,
): Promise<string> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    // A redirect would carry the signature to the server that it names.
    const response = await fetch(url, { method: 'POST', headers, body: body ?? null, redirect: 'error', signal })
    const text = await readText(response)
    if (!response.ok) throw new Error(`HTTP ${response.status} ${codeIn(text)}`)
    return text
  } catch (error) {
    throw awayAt('AssumeRole', error)
  }
}

type Named = { id?: string; secret?: string; token?: string; until?: string }

function temporary({ id, secret, token, until = '' }: Named): TemporaryKey {
  const end = new Date(until)
  if (!id || !secret || !token || Number.isNaN(end.getTime())) throw new PlatformAway('AssumeRole: no key')
  return { accessKeyId: id, accessKeySecret: secret, token, until: end }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The platform's error code, which holds nothing of ours. */
function codeIn(text: string): string {
  const code = Object(parse(text)).Code ?? textOf(text, 'Code')
  return CODE.test(String(code)) ? String(code) : ''
}
