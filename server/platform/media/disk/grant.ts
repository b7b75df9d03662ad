import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { prefixOf } from '#contract/media.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { type Granted, grantWith } from '#server/platform/media/grant.ts'
import { signForm } from '#server/platform/outside/bucket/v4.ts'
import { issueCredentials } from './token.ts'

/** OSS forms name a region and a bucket; here they stand for nothing. */
const OURSELVES = { kind: 'oss', region: 'cn-hangzhou', name: 'capsule' } as const

/** Credentials with which a client signs forms of its own, and one form a kind that is signed already. */
export function grant(keys: Keys, caller: Caller, now: Date): Granted {
  const credentials = issueCredentials(keys, caller, now)
  const until = credentials.expires
  return grantWith(credentials, until, (kind) => {
    const prefix = prefixOf(kind, caller.userId)
    const fields = signForm(OURSELVES, credentials, { prefix, mostBytes: MAX_UPLOAD_BYTES, until, at: now })
    return { upload: `/oss/${kind}`, prefix, fields }
  })
}
