import { keyOf, partsOf } from '#contract/media.ts'

/** The path of one of our own videos, from an address given in the query; undefined for any other address. */
export function ownVideo(address: string): string | undefined {
  if (!URL.canParse(address, location.href)) return undefined
  const { origin, pathname, search } = new URL(address, location.href)
  const key = keyOf(pathname)
  return origin === location.origin && key && partsOf(key).kind === 'video' ? pathname + search : undefined
}
