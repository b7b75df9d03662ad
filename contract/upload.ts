import { FILES_MAX, MAX_UPLOAD_BYTES, VIDEO_MAX_SECONDS, VIDEO_OVER_SECONDS } from './limits.ts'

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
  full: '你的存储空间已满，请先清理一些草稿',
  gone: '有文件已经不在了，请重新上传',
  elsewhere: '有文件已经用在别处，请重新上传',
  changed: '上传得不完整，请重新上传',
} as const

/** Why this file cannot be uploaded (section 5), or undefined. `seconds` only of videos. */
export function whyNotUpload(file: { size: number; seconds?: number }): string | undefined {
  if (file.size <= 0) return UPLOAD.empty
  if (file.size > MAX_UPLOAD_BYTES) return UPLOAD.tooLarge
  return file.seconds === undefined ? undefined : whyNotSeconds(file.seconds)
}

/** A sentence about a file, with its name where it has one. */
export const ofFile = (name: string | undefined, words: string): string => (name ? `「${name}」${words}` : words)

/** A recording that stops at 60 seconds is a frame or two longer. */
export const whyNotSeconds = (seconds: number): string | undefined =>
  seconds > VIDEO_MAX_SECONDS + VIDEO_OVER_SECONDS ? UPLOAD.tooLong : undefined
