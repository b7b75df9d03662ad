import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keyOf, MEDIA_KINDS } from '#contract/media.ts'
import { syncFile } from '#server/platform/db/embedded/syncTree.ts'
import type { Chunk } from './chunks.ts'
import { encryptChunk, type Lock, plainSizeOf, VERSION } from './cipher.ts'

export const PARTS = 'parts'
const PART_OLD_MS = 86_400_000
/** Space that stays free for the database and everything else. */
export const SPARE_DISK_BYTES = 300 * 1024 * 1024
/** How a disk says that it is full. */
export const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])
/** How a disk, or a folder, says that it takes no writes. */
export const DISK_CLOSED = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO'])

/** `size` in plain bytes. */
export type Part = { path: string; size: number }

/** Makes the folders that every upload needs, and sees to it that they are there for good; true when none was there. */
export async function makeFolders(root: string): Promise<boolean> {
  const made = await mkdir(join(root, PARTS), { recursive: true, mode: 0o700 })
  for (const kind of MEDIA_KINDS) await mkdir(join(root, kind), { recursive: true, mode: 0o700 })
  await syncFile(root)
  return made !== undefined
}

/** Where an object lies. A key that is none never becomes a path. */
export function pathOf(root: string, key: string): string {
  if (keyOf(key) !== key) throw new Error('not a key')
  return join(root, key)
}

export async function sizeOf(root: string, key: string): Promise<number | undefined> {
  const found = await stat(pathOf(root, key)).catch(nothingIfMissing)
  return found && plainSizeOf(found.size)
}

export const remove = (root: string, key: string): Promise<void> => rm(pathOf(root, key), { force: true })

/** Writes the chunks of an upload, encrypted and synced, to a file of its own; nothing of it stays when that fails. */
export async function writePart(root: string, lock: Lock, chunks: AsyncIterable<Chunk>): Promise<Part> {
  const path = join(root, PARTS, randomUUID())
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    await writeAll(file, [VERSION])
    for await (const { plain, ...place } of chunks) {
      await writeAll(file, encryptChunk(lock, plain, place))
      size += plain.length
    }
    await file.sync()
    await file.close()
    return { path, size }
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}

/** A disk that fills up takes part of what it is given, without a word. */
async function writeAll(file: FileHandle, pieces: Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(pieces)
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  if (bytesWritten < bytes) throw Object.assign(new Error('a short write'), { code: 'ENOSPC' })
}

/** Gives a part its key; false when the key is taken. A link fails where a rename would replace what is there. */
export async function publish(root: string, part: Part, key: string): Promise<boolean> {
  const path = pathOf(root, key)
  const folder = dirname(path)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await link(part.path, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await unlink(part.path)
  }
  await syncFile(folder)
  await syncFile(dirname(folder))
  return true
}

/** Puts a copy of this file in the place of whatever lies under the key. */
export async function layDown(root: string, from: string, key: string): Promise<void> {
  const [part, path] = [join(root, PARTS, randomUUID()), pathOf(root, key)]
  const folder = dirname(path)
  await copyFile(from, part, constants.COPYFILE_FICLONE)
  await syncFile(part)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(part, path)
  await syncFile(folder)
  await syncFile(dirname(folder))
}

/** Parts are left by a process that was killed; an upload takes minutes, so a day is long enough. */
export async function clearParts(root: string, now: Date): Promise<void> {
  const folder = join(root, PARTS)
  for (const name of (await readdir(folder).catch(nothingIfMissing)) ?? []) {
    const part = await stat(join(folder, name)).catch(nothingIfMissing)
    if (part && now.getTime() - part.mtimeMs > PART_OLD_MS) await rm(join(folder, name), { force: true })
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

export function nothingIfMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
