import type { MediaKind } from '#contract/media.ts'

const EXTENSION: Record<MediaKind, string> = { image: 'jpg', video: 'mp4', file: 'bin' }

/** The extension of a key: that of the name, if a key may have it. */
export function extensionOf(name: string, kind: MediaKind): string {
  const ending = endingOf(name)
  return /^[a-z0-9]{1,8}$/.test(ending) ? ending : EXTENSION[kind]
}

const endingOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
