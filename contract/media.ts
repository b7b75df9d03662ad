import { z } from 'zod'
import { FILE_NAME_MAX_CHARS, FILES_MAX, MAX_UPLOAD_BYTES, VIDEO_MAX_SECONDS, VIDEO_OVER_SECONDS } from './limits.ts'
import { visible } from './visible.ts'

export const MEDIA_KINDS = ['image', 'video', 'file'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** The texts of section 8 about uploads, and ours where it has none. */
export const UPLOAD = {
  done: '上传成功',
  failed: '上传失败，请稍后再试',
  refused: '上传出错，请稍后再试~',
  timedOut: '请求超时，请检查网络后再试',
  tooLarge: '单个文件不能超过50MB',
  tooLong: `视频不能超过${VIDEO_MAX_SECONDS}秒`,
  tooMany: `最多选择${FILES_MAX}个文件`,
  empty: '文件是空的，请重新选择',
  unknownImage: '暂不支持这种图片格式',
  unknownVideo: '暂不支持这种视频格式',
  full: '您的存储空间已满，请先清理一些草稿',
  gone: '有文件已经不在了，请重新上传',
  elsewhere: '有文件已经用在别处，请重新上传',
} as const

/** What pages offer and the store accepts, by what the bytes are; anything else goes as a file. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'] as const

const KEY = /^(image|video|file)\/([1-9]\d{0,15})\/[A-Za-z0-9_-]{16,64}\.[a-z0-9]{1,8}$/
const PERMITTED = /(?:^|\/)m\/\d+\.[\w-]+\/([^?#]*)(?:[?#].*)?$/

/**
 * The key of an object, from the key itself or from any of its addresses (preview plus key, with or without a query).
 * Undefined for whatever else.
 */
export function keyOf(address: string): string | undefined {
  const key = PERMITTED.exec(address)?.[1] ?? address
  return KEY.test(key) ? key : undefined
}

/** Kind and uploader of a key, which its form says. */
export function partsOf(key: string): { kind: MediaKind; owner: string } {
  const [, kind, owner] = KEY.exec(key) ?? []
  if (!kind || !owner) throw new Error('not a key')
  return { kind: kind as MediaKind, owner }
}

/** Whose objects of a kind begin like this. */
export const prefixOf = (kind: MediaKind, userId: string | number): string => `${kind}/${userId}/`

/** Why this file cannot be uploaded (section 5), or undefined. `seconds` only of videos. */
export function whyNotUpload(file: { size: number; seconds?: number }): string | undefined {
  if (file.size <= 0) return UPLOAD.empty
  if (file.size > MAX_UPLOAD_BYTES) return UPLOAD.tooLarge
  return file.seconds === undefined ? undefined : whyNotSeconds(file.seconds)
}

/** What is said of a file, by its name where it has one. */
export const ofFile = (name: string | undefined, words: string): string => (name ? `「${name}」${words}` : words)

const ENDING = /\.[a-z0-9]{1,8}$/i

/**
 * What a file is called, as it is kept and shown: without what nobody sees, and cut before its ending by whole characters. Its
 * device gave the name and nobody typed it, so nothing of it is refused. '' when nothing is left.
 */
export function fileName(given: string): string {
  const name = visible(given)
  const letters = [...name]
  if (letters.length <= FILE_NAME_MAX_CHARS) return name
  const ending = ENDING.exec(name)?.[0] ?? ''
  return letters.slice(0, FILE_NAME_MAX_CHARS - ending.length).join('') + ending
}

/** A recording that stops at 60 seconds is a frame or two longer. */
export const whyNotSeconds = (seconds: number): string | undefined =>
  seconds > VIDEO_MAX_SECONDS + VIDEO_OVER_SECONDS ? UPLOAD.tooLong : undefined

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
  /** Followed by a key it is the object's address, for its uploader, while it is not sealed; for 24 hours. */
  preview: z.string(),
  /** What every key of this kind begins with. */
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
