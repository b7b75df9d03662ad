import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { type Grant, MEDIA_KINDS, type MediaKind, prefixOf } from '#contract/media.ts'
import type { Keys } from '#server/keys/keys.ts'
import { credentialOf, signingDate, signV4, V4 } from './signature.ts'
import { type Credentials, issueCredentials } from './token.ts'

/** OSS forms name a region; here it stands for nothing. */
const REGION = 'cn-hangzhou'

type Host = Grant['hosts'][MediaKind]

/** Credentials with which a client signs forms of its own, and one form a kind that is signed already. */
export function grant(keys: Keys, userId: number, now: Date): Grant {
  const credentials = issueCredentials(keys, userId, now)
  const hosts = MEDIA_KINDS.map((kind) => [kind, hostOf(kind, credentials, now)])
  return {
    AccessKeyId: credentials.accessKeyId,
    AccessKeySecret: credentials.accessKeySecret,
    SecurityToken: credentials.token,
    Expiration: credentials.expires.toISOString(),
    status: 200,
    hosts: Object.fromEntries(hosts) as Grant['hosts'],
  }
}

function hostOf(kind: MediaKind, credentials: Credentials, now: Date): Host {
  const prefix = prefixOf(kind, credentials.userId)
  return { upload: `/oss/${kind}`, preview: '', prefix, fields: signedFields(prefix, credentials, now) }
}

function signedFields(prefix: string, credentials: Credentials, now: Date): Record<string, string> {
  const scope = { date: signingDate(now), region: REGION }
  const fields = {
    'x-oss-signature-version': V4,
    'x-oss-credential': credentialOf(credentials, scope),
    'x-oss-date': scope.date,
    'x-oss-security-token': credentials.token,
    success_action_status: '200',
  }
  const conditions = [
    ['starts-with', '$key', prefix],
    ['content-length-range', 1, MAX_UPLOAD_BYTES],
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
  ]
  const document = JSON.stringify({ expiration: credentials.expires.toISOString(), conditions })
  const policy = Buffer.from(document).toString('base64')
  return { ...fields, policy, 'x-oss-signature': signV4(credentials.accessKeySecret, policy, scope) }
}
