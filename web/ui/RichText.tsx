import DOMPurify from 'dompurify'
import { type MouseEvent, type SyntheticEvent, useMemo } from 'react'
import { keyOf } from '#contract/media.ts'
import { isPlaceholder, placeholderAddress } from '#contract/placeholder.ts'
import prose from './prose.module.css'
import styles from './RichText.module.css'

const TAGS = 'p br h1 h2 h3 strong b em i u s hr ul ol li blockquote span div img'.split(' ')
const STYLES = new Set(['color', 'background-color', 'text-align'])
const SAFE_VALUE = /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]+\)|left|right|center|justify|start|end)$/i

export type TextImage = { src: string; alt: string }
type Props = {
  html: string
  /** Makes each picture a button that calls this with its address and all pictures of the text, in order. */
  onImage?: (src: string, all: TextImage[]) => void
  /** Addresses of pictures that did not come; in their places one asks for them again. */
  missing?: ReadonlySet<string>
  onMissing?: (src: string) => void
  onRetry?: () => void
}
const NONE: ReadonlySet<string> = new Set()

/** Rich text as people wrote it, cleaned once more before it is shown. */
export function RichText({ html, onImage, missing = NONE, onMissing, onRetry }: Props) {
  const tappable = Boolean(onImage)
  const clean = useMemo(
    () => (tappable ? withButtons(cleanHtml(html), missing) : cleanHtml(html)),
    [html, tappable, missing],
  )
  const failed = (event: SyntheticEvent) => {
    isThere(event)
    onMissing?.(shown(event.target as Element).src)
  }
  const tap = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const button = (target as Element).closest('button')
    const image = button?.querySelector('img')
    if (button && !image) onRetry?.()
    if (image) onImage?.(shown(image).src, [...currentTarget.querySelectorAll('img')].map(shown))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pictures in it are buttons, whose clicks arrive here
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button's key press is a click
    <div
      className={`${prose.prose} ${styles.text}`}
      onClick={onImage && tap}
      onErrorCapture={failed}
      onLoadCapture={isThere}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the allow-list above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}

export function cleanHtml(html: string): string {
  return purifier().sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['style', 'src', 'alt', 'width', 'height', 'data-placeholder'],
    ALLOW_DATA_ATTR: false,
  })
}

function withButtons(clean: string, missing: ReadonlySet<string>): string {
  if (!clean.includes('<img')) return clean
  const page = new DOMParser().parseFromString(clean, 'text/html')
  for (const image of page.querySelectorAll('img')) {
    const button = page.createElement('button')
    button.type = 'button'
    image.replaceWith(button)
    if (missing.has(shown(image).src)) fillMissing(button, image.alt)
    else fillShown(button, image)
  }
  return page.body.innerHTML
}

function fillShown(button: HTMLButtonElement, image: HTMLImageElement) {
  button.setAttribute('aria-label', `查看图片 ${image.alt}`.trim())
  const { placeholder } = image.dataset
  if (isPlaceholder(placeholder)) fillWaiting(button, placeholder)
  button.append(image)
}

/** The picture's colours behind it, until it has come. */
function fillWaiting(button: HTMLButtonElement, placeholder: string) {
  button.dataset.waits = ''
  button.innerHTML = `<svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
<image width="1" height="1" preserveAspectRatio="none" href="${placeholderAddress(placeholder)}"/></svg>`
}

/** Notes a picture that has come, or does not come; its placeholder is a picture too. */
function isThere({ target }: SyntheticEvent) {
  if (target instanceof HTMLImageElement) target.closest('button')?.removeAttribute('data-waits')
}

function fillMissing(button: HTMLButtonElement, alt: string) {
  button.dataset.missing = ''
  const again = Object.assign(button.ownerDocument.createElement('b'), { textContent: '重试' })
  button.append(`图片${alt && `「${alt}」`}加载失败`, ' ', again)
}

/** The address as the text has it, not as the page resolves it. */
const shown = (image: Element): TextImage => ({
  src: image.getAttribute('src') ?? '',
  alt: image.getAttribute('alt') ?? '',
})

let made: ReturnType<typeof DOMPurify> | undefined

function purifier() {
  made ??= withHooks(DOMPurify(window))
  return made
}

function withHooks(purify: ReturnType<typeof DOMPurify>) {
  purify.addHook('uponSanitizeAttribute', (_node, attribute) => {
    if (attribute.attrName === 'src' && !isOwnImage(attribute.attrValue)) attribute.keepAttr = false
    // Which the purifier would not know as an address of a picture.
    if (attribute.attrName === 'src' && isOfThisPage(attribute.attrValue)) attribute.forceKeepAttr = true
    if (attribute.attrName === 'style') attribute.attrValue = cleanStyle(attribute.attrValue)
  })
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName !== 'IMG') return
    if (!node.getAttribute('src')) return node.remove()
    node.setAttribute('loading', 'lazy')
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '')
  })
  return purify
}

const isOwnImage = (src: string): boolean => keyOf(src)?.startsWith('image/') === true || isOfThisPage(src)

/** A picture of the copy on this device, which the page itself has made an address for. */
const isOfThisPage = (src: string): boolean => src.startsWith(`blob:${location.origin}/`)

function cleanStyle(style: string): string {
  return style
    .split(';')
    .map((rule) => rule.split(':').map((part) => part.trim()) as [string, string?])
    .filter(([name, value]) => STYLES.has(name.toLowerCase()) && value && SAFE_VALUE.test(value))
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')
}
