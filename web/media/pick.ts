import { IMAGE_TYPES, type MediaKind, VIDEO_TYPES } from '#contract/media.ts'

const KIND_BY_EXTENSION: Record<string, MediaKind> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  mp4: 'video',
  m4v: 'video',
  mov: 'video',
  webm: 'video',
}
const EXTENSION: Record<MediaKind, string> = { image: 'jpg', video: 'mp4', file: 'bin' }

/** As what a file goes up. Some phones say no type; then its name decides. The server looks at the bytes. */
export function kindOfFile(file: File): MediaKind {
  const type = file.type.toLowerCase()
  if (isAmong(IMAGE_TYPES, type)) return 'image'
  if (isAmong(VIDEO_TYPES, type)) return 'video'
  return type === '' ? (KIND_BY_EXTENSION[endingOf(file.name)] ?? 'file') : 'file'
}

/** The end of a key: what the name says, if a key may hold it. */
export function extensionOf(name: string, kind: MediaKind): string {
  const ending = endingOf(name)
  return /^[a-z0-9]{1,8}$/.test(ending) ? ending : EXTENSION[kind]
}

const endingOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''

const isAmong = (types: readonly string[], type: string): boolean => types.includes(type)
