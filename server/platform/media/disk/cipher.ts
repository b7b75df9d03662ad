import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * How an object lies on the disk, version 1: one byte of version, then AES-256-GCM chunk by chunk, each followed by its
 * tag, so that any range is read by opening only the chunks it touches. Files outlive programs: never change this.
 */
export const CHUNK_BYTES = 256 * 1024
export const VERSION = Buffer.from([1])
export const TAG_BYTES = 16
const SECRET_BYTES = 32
const NONCE_BYTES = 12

/** The key of one object alone; so a chunk's number is all its nonce needs to be. */
export type Lock = { key: string; secret: Buffer }
export type Place = { index: number; last: boolean }

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

export const chunksOf = (size: number): number => Math.ceil(size / CHUNK_BYTES)

/** Where a chunk begins in the file. */
export const offsetOf = (index: number): number => VERSION.length + index * (CHUNK_BYTES + TAG_BYTES)

export const fileSizeOf = (size: number): number => VERSION.length + size + chunksOf(size) * TAG_BYTES

/** How many plain bytes a file of this size holds. */
export function plainSizeOf(fileSize: number): number {
  const body = Math.max(0, fileSize - VERSION.length)
  return Math.max(0, body - Math.ceil(body / (CHUNK_BYTES + TAG_BYTES)) * TAG_BYTES)
}

/** The pieces of a sealed chunk, to be written one after the other: joining them first would copy each upload once more. */
export function encryptChunk(lock: Lock, plain: Buffer, place: Place): Buffer[] {
  const cipher = createCipheriv('aes-256-gcm', lock.secret, nonceOf(place))
  cipher.setAAD(boundTo(lock, place))
  const sealed = cipher.update(plain)
  cipher.final()
  return [sealed, cipher.getAuthTag()]
}

/** Throws when it is not this chunk of this object, or not the last one that says so. */
export function decryptChunk(lock: Lock, sealed: Buffer, place: Place): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', lock.secret, nonceOf(place), { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(lock, place))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const plain = decipher.update(sealed.subarray(0, -TAG_BYTES))
  decipher.final()
  return plain
}

function nonceOf({ index }: Place): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(index, NONCE_BYTES - 4)
  return nonce
}

const boundTo = ({ key }: Lock, { index, last }: Place): Buffer =>
  Buffer.from(`object ${VERSION[0]} ${key} ${index} ${last ? 'last' : 'more'}`)
