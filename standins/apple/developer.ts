import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { StandinRequest } from '#standins/http.ts'
import { openedBy } from './jws.ts'

const BEARER = /^Bearer (\S+)$/
const MOST_LIFE_SECONDS = 3600
const SKEW_SECONDS = 60

export type Developer = ReturnType<typeof makeDeveloper>

/** The seller, with the key for calls to the server; as long as we run. */
export function makeDeveloper(now: () => number) {
  const app = { bundleId: 'sandbox.time.capsule', appId: 1_000_000_001 }
  const [issuerId, keyId] = ['sandbox-57246542-96fe-1a63-e053-0824d011072a', 'sandbox2X9']
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

  /** Whether a request carries a token as Apple wants it. */
  const isKnown = ({ headers }: StandinRequest): boolean => {
    const [, token = ''] = BEARER.exec(headers.authorization ?? '') ?? []
    const opened = openedBy(createPublicKey(key), token)
    if (!opened) return false
    const { head, claims } = opened
    const [iat, exp, at] = [Number(claims.iat), Number(claims.exp), now() / 1000]
    if (head.alg !== 'ES256' || head.kid !== keyId) return false
    if (claims.iss !== issuerId || claims.aud !== 'appstoreconnect-v1' || claims.bid !== app.bundleId) return false
    return iat <= at + SKEW_SECONDS && exp > at && exp - iat <= MOST_LIFE_SECONDS
  }
  const env = {
    APPLE_BUNDLE_ID: app.bundleId,
    APPLE_APP_ID: String(app.appId),
    APPLE_ISSUER_ID: issuerId,
    APPLE_KEY_ID: keyId,
    APPLE_PRIVATE_KEY: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  return { app, env, isKnown }
}
