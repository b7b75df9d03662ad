import { TEXT_IMAGE } from '#contract/content.ts'
import { keyOf } from '#contract/media.ts'

/** A picture in a text; `sha256` of what its writer's page has sent, where that was said. */
type TextPicture = { key: string; sha256?: string }

/** The pictures in cleaned text; nothing else in it looks like one. */
export const picturesIn = (html: string): TextPicture[] =>
  [...html.matchAll(TEXT_IMAGE)].flatMap(([, address, sha256]) => {
    const key = keyOf(address!)
    return key ? [{ key, sha256 }] : []
  })

export const imageKeys = (html: string): string[] => picturesIn(html).map(({ key }) => key)

/** Cleaned text as others than its writer get it: the hash of an original lets them guess at it. */
export const withoutHashes = (html: string): string => html.replace(TEXT_IMAGE, '<img src="$1"')

const ADDRESS = /(?<=<img src=")[^"]*/g

/** Cleaned text whose pictures are at other addresses. */
export const mapImages = (html: string, address: (key: string) => string): string =>
  html.replace(ADDRESS, (src) => (keyOf(src) ? address(src) : src))
