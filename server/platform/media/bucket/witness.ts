import type { Witness } from '#server/platform/clock/witness.ts'
import { putObject, readObject } from '#server/platform/outside/bucket/requests.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'

/** A start does not wait longer for it. */
const TIMEOUT_MS = 3_000
/** Always so many, since an object is asked for by its bytes. */
const BYTES = 128

/** An object for each database, where no upload is and no rule lets anything expire. */
export function witnessAt(bucket: BucketConfig): Witness {
  const objectOf = (name: string): string => `witness/${name}`
  return {
    async read(name) {
      const bytes = await readObject(bucket, objectOf(name), { start: 0, end: BYTES }, TIMEOUT_MS)
      return bytes?.toString()
    },
    keep: (name, text) => putObject(bucket, objectOf(name), Buffer.from(text.padEnd(BYTES)), TIMEOUT_MS),
  }
}
