import { keyOf } from '#contract/media.ts'

/** How `cleanHtml` writes a picture; nothing else in cleaned text looks like it. */
const IMAGE = /<img src="([^"]*)"/g

/** The keys of the pictures in cleaned text. */
export const imageKeys = (html: string): string[] =>
  [...html.matchAll(IMAGE)].map((match) => keyOf(match[1]!)).filter((key) => key !== undefined)

/** Cleaned text whose pictures are at other addresses. */
export const mapImages = (html: string, address: (key: string) => string): string =>
  html.replace(IMAGE, (whole, src: string) => (keyOf(src) ? `<img src="${address(src)}"` : whole))
