import { sign } from 'node:crypto'
import type { AppleConfig } from '#server/platform/outside/settings/apple.ts'

/** Apple takes an hour at most. */
const LIFE_SECONDS = 300
const AUDIENCE = 'appstoreconnect-v1'

/** The token that says who asks (JWT, ES256). */
export function bearer({ keyId, issuerId, bundleId, privateKey }: AppleConfig, at: Date): string {
  const iat = Math.floor(at.getTime() / 1000)
  const claims = { iss: issuerId, iat, exp: iat + LIFE_SECONDS, aud: AUDIENCE, bid: bundleId }
  const content = `${encoded({ alg: 'ES256', kid: keyId, typ: 'JWT' })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
