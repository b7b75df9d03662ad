import { type FileHandle, open } from 'node:fs/promises'
import type { Stored } from '#server/platform/media/store.ts'
import { CHUNK_BYTES, chunksOf, decryptChunk, fileSizeOf, type Lock, offsetOf, TAG_BYTES, VERSION } from './cipher.ts'
import { nothingIfMissing, pathOf } from './files.ts'

export type Span = { start: number; end: number }
type Opened = Lock & { file: FileHandle; chunks: number; buffer: Buffer; size: number }

/** The file is not what was written: better no bytes than wrong ones. */
export class Damaged extends Error {
  constructor(key: string) {
    super(`object ${key} is damaged`)
  }
}
/** The database knows it and the disk does not. */
export class Vanished extends Error {
  constructor(key: string) {
    super(`object ${key} is not on the disk`)
  }
}

/** Pieces, one after another. */
export type Bytes = AsyncGenerator<Buffer, void, undefined>

/** The plain bytes from `start` up to but without `end`, a chunk at a time; only the chunks they lie in are read. */
export const readSpan = (root: string, object: Stored, span: Span): Bytes =>
  readFileSpan(pathOf(root, object.key), object, span)

/** The bytes of an object that lies elsewhere than in the store: in a backup, in a mirror. */
export async function* readFileSpan(path: string, object: Stored, { start, end }: Span): Bytes {
  const opened = await openObject(path, object)
  try {
    for (let index = Math.floor(start / CHUNK_BYTES); index * CHUNK_BYTES < end; index++) {
      const plain = await readChunk(opened, index)
      const from = index * CHUNK_BYTES
      yield plain.subarray(Math.max(0, start - from), end - from)
    }
  } finally {
    await opened.file.close()
    giveBack(opened.buffer)
  }
}

/** The bytes in one piece, for a caller that needs them at once. */
export async function readPart(root: string, object: Stored, span: Span): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of readSpan(root, object, span)) pieces.push(piece)
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}

/** Locked chunks are read into these again and again: as garbage of 256 KB each they made the collector stop everybody. */
const spare: Buffer[] = []
const SPARE_MOST = 8
const takeSpare = (): Buffer => spare.pop() ?? Buffer.allocUnsafe(CHUNK_BYTES + TAG_BYTES)
const giveBack = (buffer: Buffer): void => {
  if (spare.length < SPARE_MOST) spare.push(buffer)
}

async function openObject(path: string, { key, size, secret }: Stored): Promise<Opened> {
  // Whose key was thrown away with an account is gone.
  if (!secret) throw new Vanished(key)
  const file = await open(path, 'r').catch(nothingIfMissing)
  if (!file) throw new Vanished(key)
  const buffer = takeSpare()
  try {
    const isWhole = (await file.stat()).size === fileSizeOf(size)
    await file.read(buffer, 0, VERSION.length, 0)
    if (!isWhole || buffer[0] !== VERSION[0]) throw new Damaged(key)
    return { key, secret, file, size, buffer, chunks: chunksOf(size) }
  } catch (error) {
    await file.close()
    giveBack(buffer)
    throw error
  }
}

async function readChunk({ file, buffer, chunks, size, ...lock }: Opened, index: number): Promise<Buffer> {
  const last = index === chunks - 1
  const bytes = (last ? size - index * CHUNK_BYTES : CHUNK_BYTES) + TAG_BYTES
  const { bytesRead } = await file.read(buffer, 0, bytes, offsetOf(index))
  if (bytesRead < bytes) throw new Damaged(lock.key)
  try {
    return decryptChunk(lock, buffer.subarray(0, bytes), { index, last })
  } catch {
    throw new Damaged(lock.key)
  }
}
