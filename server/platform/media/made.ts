import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { busy } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { syncFile } from '#server/platform/db/embedded/syncTree.ts'
import { putObject, readObject, removeObject } from '#server/platform/outside/bucket/requests.ts'
import { PlatformAway } from '#server/platform/outside/platform.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import { chunked } from './disk/chunks.ts'
import { CHUNK_BYTES, chunksOf, decryptChunk, encryptChunk, fileSizeOf, offsetOf, VERSION } from './disk/cipher.ts'
import { nothingIfMissing, PARTS } from './disk/files.ts'
import type { Span } from './disk/reading.ts'

/** An object that we made ourselves and could make again, by its name; `size` in plain bytes. */
export type MadeObject = { name: string; size: number }

/**
 * Objects of our own beside people's uploads, on the disk or in the bucket: locked in the format of uploads, with a key of their name
 * and the master key. They are in no quota and in no backup; the room that makes them removes them.
 */
export type MadeObjects = {
  /** Under a name that was never used before: the key follows from it. */
  write: (name: string, bytes: Buffer) => Promise<void>
  /**
   * The bytes from `start` up to but without `end`, a chunk at a time. Throws when it is not there, or not what was written. `opened`
   * remembers the last chunks, for a caller that reads many small pieces: each would open a whole chunk again.
   */
  read: (object: MadeObject, span: Span, opened?: OpenedChunks) => AsyncGenerator<Buffer, void, undefined>
  remove: (name: string) => Promise<void>
}

/** Plain chunks by object and number, the one that was asked for last at the end. */
export type OpenedChunks = Map<string, Buffer>
/** Of two objects whose pieces alternate, and of what lies between two of their chunks. */
const CHUNKS_REMEMBERED = 4

type Raw = {
  write: (path: string, bytes: Buffer) => Promise<void>
  read: (path: string, span: Span) => Promise<Buffer | undefined>
  remove: (path: string) => Promise<void>
}

export function openMadeObjects({ config, keys }: Pick<Services, 'config' | 'keys'>): MadeObjects {
  const raw = config.bucket ? inBucket(config.bucket) : onDisk(config.mediaDir)
  const pathOf = (name: string) => `made/${name}`
  const lockOf = (name: string) => ({ key: pathOf(name), secret: keys.hmac('made', name) })
  async function chunkOf({ name, size }: MadeObject, index: number): Promise<Buffer> {
    const last = index === chunksOf(size) - 1
    const span = { start: offsetOf(index), end: last ? fileSizeOf(size) : offsetOf(index + 1) }
    const bytes = await raw.read(pathOf(name), span)
    if (bytes?.length !== span.end - span.start) throw new Error(`made object ${name} is not there, or not whole`)
    return decryptChunk(lockOf(name), bytes, { index, last })
  }
  return {
    write: async (name, bytes) => raw.write(pathOf(name), await locked(lockOf(name), bytes)),
    async *read(object, { start, end }, opened = new Map()) {
      for (let index = Math.floor(start / CHUNK_BYTES); index * CHUNK_BYTES < end; index++) {
        const chunk = await remembered(opened, `${object.name} ${index}`, () => chunkOf(object, index))
        const from = index * CHUNK_BYTES
        yield chunk.subarray(Math.max(0, start - from), end - from)
      }
    },
    remove: (name) => raw.remove(pathOf(name)),
  }
}

async function remembered(opened: OpenedChunks, place: string, open: () => Promise<Buffer>): Promise<Buffer> {
  const chunk = opened.get(place) ?? (await open())
  opened.delete(place)
  opened.set(place, chunk)
  if (opened.size > CHUNKS_REMEMBERED) opened.delete(opened.keys().next().value!)
  return chunk
}

async function locked(lock: { key: string; secret: Buffer }, bytes: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = [VERSION]
  for await (const { plain, ...place } of chunked(once(bytes))) pieces.push(...encryptChunk(lock, plain, place))
  return Buffer.concat(pieces)
}

async function* once(bytes: Buffer) {
  yield bytes
}

function onDisk(root: string): Raw {
  return {
    async write(path, bytes) {
      const part = join(root, PARTS, randomUUID())
      const folder = dirname(join(root, path))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(part, bytes, { flag: 'wx', mode: 0o600, flush: true })
      await rename(part, join(root, path))
      // A row will say that it is there: a machine that dies must not lose its name.
      for (const above of [folder, dirname(folder), root]) await syncFile(above)
    },
    async read(path, { start, end }) {
      const file = await open(join(root, path), 'r').catch(nothingIfMissing)
      if (!file) return undefined
      try {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(end - start), 0, end - start, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    remove: (path) => rm(join(root, path), { force: true }),
  }
}

function inBucket(bucket: BucketConfig): Raw {
  const reach = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error) => {
      throw error instanceof PlatformAway ? busy(error) : error
    })
  return {
    write: (path, bytes) => reach(() => putObject(bucket, path, bytes)),
    read: (path, span) => reach(() => readObject(bucket, path, span)),
    remove: (path) => reach(() => removeObject(bucket, path)),
  }
}
