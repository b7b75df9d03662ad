import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { copyObject, headObject, removeObject } from '#server/platform/outside/bucket/requests.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'

export const writtenName = (key: string): string => `written/${key}`

const KNOWN_MOST = 50_000

/**
 * A person may write a name again for as long as their key is good, and not every service has a form that forbids that. So an
 * upload is copied, before anything is believed of it, to where only we may write, and is read from there alone: from then on the
 * key is written once. The copy carries bytes only: no encoding and no rights of the uploader's. An object that is not plain – a
 * link of OSS, which would show whatever it names, another person's objects too – counts as nothing.
 */
export function makeWritten(bucket: BucketConfig) {
  const known = new Set<string>()
  const sizeOf = async (key: string): Promise<number | undefined> =>
    (await writtenSize(bucket, key)) ?? (await takeOver(bucket, key))

  return {
    /** Asks the bucket, every time. An upload that cannot be kept has its size all the same, so that it can be refused. */
    sizeOf,
    /** Asks once: what was there stays, unless we clear it. */
    async has(key: string): Promise<boolean> {
      if (known.has(key)) return true
      if (!isOfAllowedSize(await sizeOf(key))) return false
      if (known.size >= KNOWN_MOST) known.clear()
      known.add(key)
      return true
    },
    async remove(key: string): Promise<void> {
      known.delete(key)
      await removeObject(bucket, key)
      await removeObject(bucket, writtenName(key))
    },
  }
}

async function takeOver(bucket: BucketConfig, key: string): Promise<number | undefined> {
  const upload = await headObject(bucket, key)
  // Somebody else may have taken it over a moment ago.
  if (!upload) return writtenSize(bucket, key)
  if (!upload.plain || !isOfAllowedSize(upload.size)) return upload.plain ? upload.size : undefined
  await copyObject(bucket, key, writtenName(key))
  const size = await writtenSize(bucket, key)
  if (size !== undefined) await removeObject(bucket, key)
  return size
}

/** An object swapped for a link or for too much between the look and the copy does not stay. */
async function writtenSize(bucket: BucketConfig, key: string): Promise<number | undefined> {
  const written = await headObject(bucket, writtenName(key))
  if (!written) return undefined
  if (written.plain && isOfAllowedSize(written.size)) return written.size
  await removeObject(bucket, writtenName(key))
  return undefined
}

const isOfAllowedSize = (size: number | undefined): boolean =>
  size !== undefined && size > 0 && size <= MAX_UPLOAD_BYTES
