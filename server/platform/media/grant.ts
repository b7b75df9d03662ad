import { type Grant, MEDIA_KINDS, type MediaKind } from '#contract/media.ts'
import type { BucketKey } from '#server/platform/outside/bucket/v4.ts'

/** A place to upload to; where its objects are then looked at is the same for every store (permission.ts). */
export type Host = Omit<Grant['hosts'][MediaKind], 'preview'>
export type Granted = Omit<Grant, 'hosts'> & { hosts: Record<MediaKind, Host> }

/** A store's answer to a person who may upload: the key for an hour, and a form that is signed already for each kind. */
export function grantWith(key: Required<BucketKey>, until: Date, hostOf: (kind: MediaKind) => Host): Granted {
  return {
    AccessKeyId: key.accessKeyId,
    AccessKeySecret: key.accessKeySecret,
    SecurityToken: key.token,
    Expiration: until.toISOString(),
    status: 200,
    hosts: Object.fromEntries(MEDIA_KINDS.map((kind) => [kind, hostOf(kind)])) as Granted['hosts'],
  }
}
