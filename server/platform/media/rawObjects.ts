import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { headObject, putObject, readObject } from '#server/platform/outside/bucket/requests.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import { writtenName } from './bucket/written.ts'
import { chunked } from './disk/chunks.ts'
import { encryptChunk, fileSizeOf, type Lock, VERSION } from './disk/cipher.ts'
import { layDown, makeFolders, nothingIfMissing, pathOf } from './disk/files.ts'
import { readFileSpan } from './disk/reading.ts'
import { claimOrRefuse } from './disk/remains.ts'

/** An object as the database names it. */
export type Named = { key: string; size: number }

/**
 * Objects as they are kept beside the store, in backups and mirrors: locked. On our own disk they lie so; what comes out of
 * a bucket is locked on its way, in the same format, with a key of the object's name and the master key.
 */
export type RawObjects = {
  /** Before the first `put`: refuses a store that is another database's. */
  claim: (db: Db) => Promise<void>
  /** Whether it is there, as long as it was. */
  has: (object: Named) => Promise<boolean>
  /** Undefined when it is not there, or not as long as it was. */
  read: (object: Named) => Promise<AsyncIterable<Buffer> | undefined>
  /** Puts the file at this path back under the object's key, in the place of what is there. */
  put: (object: Named, path: string) => Promise<void>
}

const PIECE_BYTES = 8 * 1024 * 1024

export function openRawObjects({ config, keys }: Pick<Services, 'config' | 'keys'>): RawObjects {
  return config.bucket
    ? inBucket(config.bucket, (key) => ({ key, secret: keys.hmac('backup', key) }))
    : onDisk(config.mediaDir)
}

function onDisk(root: string): RawObjects {
  return {
    has: async ({ key, size }) => (await stat(pathOf(root, key)).catch(nothingIfMissing))?.size === fileSizeOf(size),
    async read({ key }) {
      const path = pathOf(root, key)
      return (await stat(path).catch(nothingIfMissing)) && createReadStream(path, { highWaterMark: PIECE_BYTES })
    },
    claim: async (db) => claimOrRefuse(root, db, await makeFolders(root)),
    put: ({ key }, path) => layDown(root, path, key),
  }
}

function inBucket(bucket: BucketConfig, lockOf: (key: string) => Lock): RawObjects {
  const has = async ({ key, size }: Named) => (await headObject(bucket, writtenName(key)))?.size === size
  return {
    has,
    async read({ key, size }) {
      return (await has({ key, size })) ? locked(lockOf(key), piecesOf(bucket, { key, size })) : undefined
    },
    claim: async () => {},
    async put({ key, size }, path) {
      const secret = lockOf(key).secret
      const pieces: Buffer[] = []
      const object = { key, size, secret, mime: '' }
      for await (const piece of readFileSpan(path, object, { start: 0, end: size })) pieces.push(piece)
      await putObject(bucket, writtenName(key), Buffer.concat(pieces))
    },
  }
}

async function* piecesOf(bucket: BucketConfig, { key, size }: Named): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += PIECE_BYTES) {
    const bytes = await readObject(bucket, writtenName(key), { start, end: Math.min(start + PIECE_BYTES, size) })
    if (!bytes) throw new Error(`object ${key} went while it was read`)
    yield bytes
  }
}

async function* locked(lock: Lock, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield VERSION
  for await (const { plain, ...place } of chunked(pieces)) yield* encryptChunk(lock, plain, place)
}
