import { z } from 'zod'
import { FILE_NAME_MAX_CHARS } from './limits.ts'
import { visible } from './visible.ts'

export const MEDIA_KINDS = ['image', 'video', 'file'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** Types that pages offer and the store accepts, told by the bytes; anything else is sent as a file. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'] as const

const KEY = /^(image|video|file)\/([1-9]\d{0,15})\/[A-Za-z0-9_-]{16,64}\.[a-z0-9]{1,8}$/
const PERMITTED = /(?:^|\/)m\/\d+\.[\w-]+\/([^?#]*)(?:[?#].*)?$/

/**
 * The key of an object, from the key itself or from any of its addresses (preview plus key, with or without a query). Undefined
 * for anything else.
 */
export function keyOf(address: string): string | undefined {
  const key = PERMITTED.exec(address)?.[1] ?? address
  return KEY.test(key) ? key : undefined
}

export const SHA256_WRONG = '文件的校验值不正确'
/** The SHA-256 of all that was sent, 64 lower-case hex: with it a half or changed upload is refused. */
export const sha256Field = z.string().regex(/^[0-9a-f]{64}$/, SHA256_WRONG)

/** Kind and uploader, as the form of a key states them. */
export function partsOf(key: string): { kind: MediaKind; owner: string } {
  const [, kind, owner] = KEY.exec(key) ?? []
  if (!kind || !owner) throw new Error('not a key')
  return { kind: kind as MediaKind, owner }
}

/** The beginning of one uploader's keys of a kind. */
export const prefixOf = (kind: MediaKind, userId: string | number): string => `${kind}/${userId}/`

const ENDING = /\.[a-z0-9]{1,8}$/i

/**
 * A file's name, as it is kept and shown: without invisible characters, and cut before its ending by whole characters. A
 * device gave the name and nobody typed it, so nothing in it is refused. '' when nothing is left.
 */
export function fileName(given: string): string {
  const name = visible(given)
  const letters = [...name]
  if (letters.length <= FILE_NAME_MAX_CHARS) return name
  const ending = ENDING.exec(name)?.[0] ?? ''
  return letters.slice(0, FILE_NAME_MAX_CHARS - ending.length).join('') + ending
}

/** An address with a smaller picture asked for, as OSS writes it; our own store understands the same. */
export const resized = (address: string, width: number): string =>
  `${address}${address.includes('?') ? '&' : '?'}x-oss-process=image/resize,w_${width}`

/** An address whose object is downloaded under this name, from a bucket as well. */
export const named = (address: string, name: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}name=${encodeURIComponent(name)}`

/** The frame of a video at one second, where the store can cut one. */
export const snapshot = (address: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}x-oss-process=video/snapshot,t_1000,f_jpg,w_0,h_0,m_fast`

const host = z.object({
  /** Where the form is posted. */
  upload: z.string(),
  /** With a key appended: the object's address, for its uploader, while it is not sealed; for 24 hours. */
  preview: z.string(),
  /** The beginning of every key of this kind. */
  prefix: z.string(),
  /** A form the server has signed, good for an hour: `key` and at the end `file` complete it. */
  fields: z.record(z.string(), z.string()),
})
export const ossTokenOutput = z.object({
  AccessKeyId: z.string(),
  AccessKeySecret: z.string(),
  SecurityToken: z.string(),
  /** ISO 8601, UTC. */
  Expiration: z.string(),
  status: z.literal(200),
  hosts: z.object({ image: host, video: host, file: host }),
})
export type Grant = z.infer<typeof ossTokenOutput>
