import { statfs } from 'node:fs/promises'
import { busy } from '#server/core/fail.ts'
import type { Stored } from '#server/platform/media/store.ts'
import { chunked } from './chunks.ts'
import type { Lock } from './cipher.ts'
import { DISK_CLOSED, DISK_FULL, publish, SPARE_DISK_BYTES, writePart } from './files.ts'
import { readSpan } from './reading.ts'

/**
 * An object's bytes under another key. Every chunk is bound to the key it was written for, so they are opened and
 * encrypted anew, a chunk at a time.
 */
export async function copyObject(root: string, from: Stored, to: Lock): Promise<void> {
  const { bavail, bsize } = await statfs(root)
  if (bavail * bsize - from.size < SPARE_DISK_BYTES) throw busy()
  try {
    const part = await writePart(root, to, chunked(readSpan(root, from, { start: 0, end: from.size })))
    if (!(await publish(root, part, to.key))) throw new Error('a new key was taken')
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (DISK_FULL.has(code) || DISK_CLOSED.has(code)) throw busy(error)
    throw error
  }
}
