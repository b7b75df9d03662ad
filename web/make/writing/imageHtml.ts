import { TEXT_IMAGES_MAX } from '#contract/limits.ts'
import { keyOf, prefixOf } from '#contract/media.ts'

/** The text with its own pictures at addresses that are good now: `preview` of `ossToken` plus the key. */
export const freshImages = (html: string, preview: string): string =>
  withImages(html, (image, key) => key && image.setAttribute('src', preview + key))

/** The text with keys for addresses, since addresses change while the picture does not. For comparing. */
export const imagesAsKeys = (html: string): string => freshImages(html, '')

/** Whether an address in this text may have run out. */
export const hasImages = (html: string): boolean => /<img\b/i.test(html)

/** Pasted pictures stay only if they are the writer's own uploads; others are not fetched, and become their alt text. */
export function onlyOwnImages(html: string, owner: string): string {
  const own = prefixOf('image', owner)
  return withImages(html, (image, key) => {
    const path = /\/m\/\d+\..*$/.exec(image.getAttribute('src') ?? '')?.[0]
    if (!path || !key?.startsWith(own)) return image.replaceWith(image.alt)
    image.setAttribute('src', path)
  })
}

export const IMAGES_TOO_MANY = `一篇文字最多插入${TEXT_IMAGES_MAX}张图片`
/** Why these are too many pictures for a text, or undefined. */
export const whyNotImages = (html: string): string | undefined =>
  imageCount(html) > TEXT_IMAGES_MAX ? IMAGES_TOO_MANY : undefined

export const imageCount = (html: string): number => html.match(/<img\b/gi)?.length ?? 0

function withImages(html: string, change: (image: HTMLImageElement, key: string | undefined) => unknown): string {
  if (!hasImages(html)) return html
  // A parsed document loads nothing.
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const image of page.querySelectorAll('img')) change(image, keyOf(image.getAttribute('src') ?? ''))
  return page.body.innerHTML
}
