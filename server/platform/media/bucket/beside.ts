import type { Beside } from '#server/platform/media/store.ts'
import { headObject, putObject, readObject, removeObject } from '#server/platform/outside/bucket/requests.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'

const TIMEOUT_MS = 5_000

/** Objects beside the witness, where no upload is. */
export function besideAt(bucket: BucketConfig): Beside {
  const objectOf = (name: string): string => `witness/${name}`
  return {
    async read(name) {
      const head = await headObject(bucket, objectOf(name))
      if (!head) return undefined
      if (head.size === 0) return ''
      const bytes = await readObject(bucket, objectOf(name), { start: 0, end: head.size }, TIMEOUT_MS)
      return bytes?.toString()
    },
    keep: (name, text) => putObject(bucket, objectOf(name), Buffer.from(text), TIMEOUT_MS),
    remove: (name) => removeObject(bucket, objectOf(name)),
  }
}
