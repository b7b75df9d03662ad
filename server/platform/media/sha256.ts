import { createHash } from 'node:crypto'
import { Fail } from '#server/core/fail.ts'
import type { ObjectStore, Stored } from './store.ts'

const PIECE_BYTES = 1024 * 1024

/** The SHA-256 of all of an object, in hex; undefined when it cannot be opened. Throws where the store does not answer. */
export async function sha256Of(media: Pick<ObjectStore, 'read'>, object: Stored): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for (let start = 0; start < object.size; start += PIECE_BYTES) {
      hash.update(await media.read(object, start, Math.min(start + PIECE_BYTES, object.size)))
    }
    return hash.digest('hex')
  } catch (error) {
    // A store that does not answer says nothing of what lies in it.
    if (error instanceof Fail) throw error
    return undefined
  }
}
