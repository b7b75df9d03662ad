import { createElement, Fragment, type ReactNode } from 'react'
import { type Addressing, addressOf } from './addressOf.ts'

/** The same allow-list as where texts are written and read (web/ui/RichText.tsx), and links. */
const TAGS = new Set('p br h1 h2 h3 strong b em i u s hr ul ol li blockquote span div'.split(' '))
const EMPTY = new Set(['br', 'hr'])
/** Elements whose words are no words of a text. */
const DROPPED = new Set(
  'script style template noscript iframe object embed svg math title head textarea select'.split(' '),
)
const LINK = /^(?:https?:\/\/|mailto:)/i
const COLOUR = /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]+\))$/i
const ALIGN = /^(left|right|center|justify|start|end)$/i
const DEEPEST = 60

export type TextPicture = { address: string; alt: string; width?: number; height?: number }
type Make = { picture: (picture: TextPicture, key: string) => ReactNode; addressing?: Addressing }

/** A text's HTML as nodes: what the list does not name leaves its words, and nothing in it can run or ask for anything. */
export const toNodes = (html: string, make: Make): ReactNode => childrenOf(bodyOf(html), make, '', 0)

/** The pictures in it, in their order. */
export function picturesIn(html: string, addressing = addressOf): TextPicture[] {
  if (!/<img\b/i.test(html)) return []
  return [...bodyOf(html).querySelectorAll('img')].flatMap((image) => pictureOf(image, addressing) ?? [])
}

/** Parsed by itself: no script of it runs and no picture of it is asked for. A style would be refused there, and complained of. */
const bodyOf = (html: string): HTMLElement =>
  new DOMParser().parseFromString(html.replace(TAG, withoutStyle), 'text/html').body

const TAG = /<[a-z][^<>]*>/gi
const withoutStyle = (tag: string): string => tag.replace(/\sstyle\s*=/gi, ' data-style=')

const childrenOf = (node: Node, make: Make, path: string, depth: number): ReactNode[] =>
  [...node.childNodes].map((child, at) => nodeOf(child, make, `${path}.${at}`, depth))

function nodeOf(node: Node, make: Make, key: string, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (DROPPED.has(tag)) return null
  if (tag === 'img') {
    const picture = pictureOf(node, make.addressing)
    return picture ? make.picture(picture, key) : node.getAttribute('alt')
  }
  if (depth >= DEEPEST) return node.textContent
  if (EMPTY.has(tag)) return createElement(tag, { key })
  const children = childrenOf(node, make, key, depth + 1)
  const link = tag === 'a' ? (node.getAttribute('href') ?? '').trim() : ''
  if (LINK.test(link))
    return createElement('a', { key, href: link, rel: 'noopener noreferrer', target: '_blank' }, children)
  if (!TAGS.has(tag)) return createElement(Fragment, { key }, children)
  return createElement(tag, { key, style: styleOf(node) }, children)
}

function pictureOf(image: Element, addressing = addressOf): TextPicture | undefined {
  const address = addressing(image.getAttribute('src') ?? '')
  if (!address) return undefined
  return {
    address,
    alt: image.getAttribute('alt') ?? '',
    width: sideOf(image, 'width'),
    height: sideOf(image, 'height'),
  }
}

const sideOf = (image: Element, name: string): number | undefined => {
  const side = Number(image.getAttribute(name))
  return Number.isInteger(side) && side > 0 && side < 100_000 ? side : undefined
}

/** By the browser's object of styles: the content policy allows no attribute of them. */
function styleOf(node: Element) {
  const rules = (node.getAttribute('data-style') ?? '')
    .split(';')
    .map((rule) => rule.split(':').map((part) => part.trim()))
  const of = (wanted: string, shape: RegExp) =>
    rules.find(([name, value]) => name?.toLowerCase() === wanted && value && shape.test(value))?.[1]
  const textAlign = of('text-align', ALIGN) as 'left' | undefined
  return { color: of('color', COLOUR), backgroundColor: of('background-color', COLOUR), textAlign }
}
