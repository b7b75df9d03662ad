import { createHash } from 'node:crypto'
import { Fail } from '#server/core/fail.ts'
import { readUpload } from './pieces.ts'
import type { ObjectStore, Stored } from './store.ts'

/** The SHA-256 of all of an object, in hex; undefined when it cannot be opened. Throws where the store does not answer. */
export async function sha256Of(media: Pick<ObjectStore, 'kind' | 'read'>, object: Stored): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const piece of readUpload(media, object, { start: 0, end: object.size })) hash.update(piece)
    return hash.digest('hex')
  } catch (error) {
    // A store that does not answer says nothing of what lies in it.
    if (error instanceof Fail) throw error
    return undefined
  }
}
