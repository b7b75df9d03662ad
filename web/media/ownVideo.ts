import { keyOf, partsOf } from '#contract/media.ts'

/** The path of a video that lies with us, out of an address somebody wrote into ours; undefined for whatever else. */
export function ownVideo(address: string): string | undefined {
  if (!URL.canParse(address, location.href)) return undefined
  const { origin, pathname, search } = new URL(address, location.href)
  const key = keyOf(pathname)
  return origin === location.origin && key && partsOf(key).kind === 'video' ? pathname + search : undefined
}
