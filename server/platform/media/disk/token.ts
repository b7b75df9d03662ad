import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Caller } from '#server/platform/caller.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { denied, FormRefused } from './refusal.ts'

const HOUR_MS = 3_600_000

/**
 * Like the answer of an STS. Nothing is kept: the token says whose it is and by which sign-in, with which it ends
 * (upload.ts); the secret follows from the token.
 */
export type Credentials = { holder: Caller; accessKeyId: string; accessKeySecret: string; token: string; expires: Date }

const claims = z.object({ user: z.int().positive(), session: z.int().positive(), ak: z.string(), exp: z.int() })

export function issueCredentials(keys: Keys, { userId, sessionId }: Caller, now: Date): Credentials {
  const expires = new Date(now.getTime() + HOUR_MS)
  const accessKeyId = `STS.${randomBytes(12).toString('hex')}`
  const said = JSON.stringify({ user: userId, session: sessionId, ak: accessKeyId, exp: expires.getTime() })
  const payload = Buffer.from(said).toString('base64url')
  const token = `${payload}.${macOf(keys, payload).toString('base64url')}`
  return { holder: { userId, sessionId }, accessKeyId, accessKeySecret: secretOf(keys, token), token, expires }
}

/** Throws unless we wrote this token and its hour has not passed. */
export function readToken(keys: Keys, token: string, now: Date): Credentials {
  const [payload = '', mac = ''] = token.split('.')
  const given = Buffer.from(mac, 'base64url')
  const right = macOf(keys, payload)
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new FormRefused('InvalidAccessKeyId', '上传凭证不正确')
  }
  const said = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  // A token that an earlier version wrote names no sign-in.
  if (!said.success || now.getTime() >= said.data.exp) throw denied('上传凭证已过期，请重新获取')
  const { user, session, ak, exp } = said.data
  const holder = { userId: user, sessionId: session }
  return { holder, accessKeyId: ak, accessKeySecret: secretOf(keys, token), token, expires: new Date(exp) }
}

const macOf = (keys: Keys, payload: string): Buffer => keys.hmac('upload', `token ${payload}`)
const secretOf = (keys: Keys, token: string): string => keys.hmac('upload', `secret ${token}`).toString('base64url')
