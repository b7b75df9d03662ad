import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { prefixOf } from '#contract/media.ts'
import { type Granted, grantWith } from '#server/platform/media/grant.ts'
import type { TemporaryKey } from '#server/platform/outside/bucket/sts.ts'
import { addressOf, signForm } from '#server/platform/outside/bucket/v4.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'

const FORM_MS = 3_600_000
/** Only OSS lets a form forbid what its key would allow. */
const EXTRA = { oss: { 'x-oss-forbid-overwrite': 'true' }, s3: {} } as const

/**
 * A form of each kind, and a temporary key for a client that signs its own. The forms are signed with our key: they say
 * themselves what they are good for, and radosgw answers 200 to a form of a key with a session policy but stores nothing.
 */
export function grantOf(
  bucket: BucketConfig,
  key: TemporaryKey,
  { userId, now }: { userId: number; now: Date },
): Granted {
  const until = new Date(now.getTime() + FORM_MS)
  return grantWith(key, key.until, (kind) => {
    const prefix = prefixOf(kind, userId)
    const form = { prefix, mostBytes: MAX_UPLOAD_BYTES, extra: EXTRA[bucket.kind], until, at: now }
    return { upload: addressOf(bucket), prefix, fields: signForm(bucket, bucket, form) }
  })
}
