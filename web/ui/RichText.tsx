import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import prose from './prose.module.css'
import styles from './RichText.module.css'

const TAGS = 'p br h1 h2 h3 strong b em i u s hr ul ol li blockquote span div img'.split(' ')
const STYLES = new Set(['color', 'background-color', 'text-align'])
const SAFE_VALUE = /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]+\)|left|right|center|justify|start|end)$/i

/** Rich text as people wrote it, cleaned once more before it is shown. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => cleanHtml(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the allow-list above
  return <div className={`${prose.prose} ${styles.text}`} dangerouslySetInnerHTML={{ __html: clean }} />
}

export function cleanHtml(html: string): string {
  return purifier().sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['style', 'src', 'alt'],
    ALLOW_DATA_ATTR: false,
  })
}

let made: ReturnType<typeof DOMPurify> | undefined

function purifier() {
  made ??= withHooks(DOMPurify(window))
  return made
}

function withHooks(purify: ReturnType<typeof DOMPurify>) {
  purify.addHook('uponSanitizeAttribute', (_node, attribute) => {
    if (attribute.attrName === 'src' && /^\s*data:/i.test(attribute.attrValue)) attribute.keepAttr = false
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

function cleanStyle(style: string): string {
  return style
    .split(';')
    .map((rule) => rule.split(':').map((part) => part.trim()) as [string, string?])
    .filter(([name, value]) => STYLES.has(name.toLowerCase()) && value && SAFE_VALUE.test(value))
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')
}
