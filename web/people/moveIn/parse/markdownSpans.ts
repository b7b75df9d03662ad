import type { Token, Tokens } from 'marked'
import type { FileRef } from '../parsed.ts'
import { escapeText, pictureTag } from './tags.ts'

export type MarkdownOptions = {
  /** The picture at this address; of one that does not come along its words stand in the text. */
  pictureOf: (href: string) => FileRef | string
  /** Told of what does not come along, in a word or two. */
  lose: (what: string) => void
}
export const LOST = {
  borders: '表格的边框',
  code: '代码的字体和颜色',
  html: '文字里的网页代码',
  notes: '笔记之间的链接',
}

/** A picture of HTML, with its address in one of three groups. */
export const PICTURE_TAG = /<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))[^>]*>/gi

/** Words of a line, with their forms. */
export const inline = (tokens: readonly Token[], options: MarkdownOptions): string =>
  tokens.map((token) => span(token as Tokens.Generic, options)).join('')

const FORMS: Record<string, string> = { strong: 'strong', em: 'em', del: 's' }

function span(token: Tokens.Generic, options: MarkdownOptions): string {
  const form = FORMS[token.type]
  if (form) return `<${form}>${inline(token.tokens ?? [], options)}</${form}>`
  switch (token.type) {
    case 'br':
      return '<br>'
    case 'link':
      return link(token as Tokens.Link, options)
    case 'image':
      return picture(token.href, options, token.text)
    case 'embed':
      return picture(token.href, options)
    case 'note':
      options.lose(LOST.notes)
      return escapeText(token.text)
    case 'html':
      return tag(token.raw, options)
    case 'checkbox':
      return ''
    case 'codespan':
    case 'escape':
      return escapeText(token.text)
    default:
      return token.tokens ? inline(token.tokens, options) : words(token)
  }
}

/** Text of Markdown has entities as HTML has them; a code has none. */
const ENTITY = /&(?!#\d{1,6};|#x[\da-f]{1,5};|[a-z][a-z\d]{1,30};)/gi
export const words = ({ text, raw }: { text?: string; raw: string }): string =>
  (text ?? raw)
    .replace(ENTITY, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')

/** Texts of ours have no links: the address stands behind the words, where it leads out of the notes. */
function link({ href, tokens, text }: Tokens.Link, options: MarkdownOptions): string {
  const shown = inline(tokens, options)
  if (!/^(?:https?|mailto|tel):/i.test(href)) options.lose(LOST.notes)
  else if (!text.includes(href.replace(/^(?:mailto|tel|https?):(?:\/\/)?/i, '')))
    return `${shown}（${escapeText(href)}）`
  return shown
}

export function picture(href: string, { pictureOf }: MarkdownOptions, caption = ''): string {
  const found = pictureOf(href)
  if (typeof found === 'number') return pictureTag(found, caption)
  return escapeText(caption && caption !== found ? `${caption}（${found}）` : found)
}

/** One tag of HTML within a line: a line's end and a picture stay, of any other the words around it. */
function tag(raw: string, options: MarkdownOptions): string {
  if (/^<br\b/i.test(raw)) return '<br>'
  if (raw.startsWith('<!--')) return ''
  options.lose(LOST.html)
  const [, ...sources] = [...raw.matchAll(PICTURE_TAG)][0] ?? []
  const source = sources.find((one) => one !== undefined)
  return source === undefined ? '' : picture(source, options)
}
