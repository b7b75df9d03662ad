import { Marked, type Token, type Tokens } from 'marked'
import { countChars, linesText, plainText } from '#contract/content.ts'
import { LONG_TAG_MAX_CHARS } from '#contract/limits.ts'
import { visible } from '#contract/visible.ts'
import { embeds } from './embeds.ts'
import { inline, LOST, type MarkdownOptions, PICTURE_TAG, picture, words } from './markdownSpans.ts'
import { escapeText, keepSpaces, liftPictures, paragraphOf, plainHtml, storable } from './tags.ts'

// Markdown as our texts have it. marked reads it, and every tag is built here: nothing of the source is a tag.

/** `title`: the words of a first heading, which then stands in the text no more. */
export type MarkdownText = { title?: string; html: string }

/** A line is a line, as people see it in the programs that they come from. */
const reader = new Marked({ gfm: true, breaks: true, silent: true, extensions: embeds })
const QUOTES_DEEPEST = 10

export function markdownText(source: string, options: MarkdownOptions): MarkdownText {
  const text = storable(source)
  if (!isWritten(text)) return { html: plainHtml(text) }
  try {
    return textOf(reader.lexer(spacedPictures(text)), options)
  } catch (error) {
    // Nested a thousand times, as nobody writes: the stack ends, and the words stay as they are.
    if (error instanceof RangeError) return { html: plainHtml(text) }
    throw error
  }
}

const SIGNS = /[*_`<[!~]/g
const SIGNS_MOST = 10_000
const DEEP_LIST = /^ {100,}(?:[-*+]|\d+[.)]) /m

/** Whether people write so. Of many thousand signs in one paragraph marked would make a page in minutes; the words are enough. */
const isWritten = (text: string): boolean =>
  (text.length < SIGNS_MOST || text.split(/\n\s*\n/).every((part) => (part.match(SIGNS)?.length ?? 0) <= SIGNS_MOST)) &&
  !DEEP_LIST.test(text)

/** `![](my picture.png)` is no picture by the rules of Markdown, and is one to people. */
const spacedPictures = (text: string): string =>
  text.replace(
    /(!\[[^\]\n]{0,1000}\]\()([^()<>\n]{0,500} [^()<>\n]{0,500}\.(?:png|jpe?g|gif|webp|heic))\)/gi,
    '$1<$2>)',
  )

function textOf(tokens: Token[], options: MarkdownOptions): MarkdownText {
  const at = tokens.findIndex(({ type }) => type !== 'space')
  const title = titleOf(tokens[at], options)
  const rest = liftPictures(blocks(title ? tokens.slice(at + 1) : tokens, options))
  const isAlone = !rest.includes('<img') && !visible(plainText(rest))
  return title && isAlone ? { html: liftPictures(blocks(tokens, options)) } : { title, html: rest }
}

function titleOf(token: Token | undefined, options: MarkdownOptions): string | undefined {
  if (token?.type !== 'heading' || token.depth !== 1 || /!\[|<img/i.test(token.raw)) return undefined
  const title = visible(plainText(inline(token.tokens ?? [], options)).replace(/\s+/g, ' '))
  return title && countChars(title) <= LONG_TAG_MAX_CHARS ? title : undefined
}

const blocks = (tokens: readonly Token[], options: MarkdownOptions, depth = 0): string =>
  tokens.map((token) => block(token as Tokens.Generic, options, depth)).join('')

function block(token: Tokens.Generic, options: MarkdownOptions, depth: number): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return ''
    case 'heading':
      return `<h${Math.min(token.depth, 3)}>${inline(token.tokens ?? [], options)}</h${Math.min(token.depth, 3)}>`
    case 'hr':
      return '<hr>'
    case 'blockquote': {
      const quoted = blocks(token.tokens ?? [], options, depth + 1)
      return depth < QUOTES_DEEPEST ? `<blockquote>${quoted}</blockquote>` : quoted
    }
    default: {
      const lines = linesOf(token, options)
      return lines.length > 0 ? paragraphOf(lines) : ''
    }
  }
}

/** A block as lines of one paragraph. */
function linesOf(token: Tokens.Generic, options: MarkdownOptions): string[] {
  switch (token.type) {
    case 'list':
      return listLines(token as Tokens.List, options)
    case 'code':
      options.lose(LOST.code)
      return token.text.split('\n').map((line: string) => escapeText(keepSpaces(line)))
    case 'table':
      options.lose(LOST.borders)
      return tableLines(token as Tokens.Table, options)
    case 'html':
      return htmlLines(token.text, options)
    case 'space':
    case 'def':
    case 'checkbox':
      return []
    case 'hr':
      return ['———']
    case 'heading':
      return [`<strong>${inline(token.tokens ?? [], options)}</strong>`]
    case 'blockquote':
      return (token.tokens ?? []).flatMap((inner) => linesOf(inner, options))
    default:
      return [token.tokens ? inline(token.tokens, options) : words(token)]
  }
}

const INDENT = '\u3000'

function listLines({ ordered, start, items }: Tokens.List, options: MarkdownOptions): string[] {
  return items.flatMap((item, number) => {
    const mark = markOf(item, ordered ? Number(start || 1) + number : undefined)
    const lines = item.tokens.flatMap((token) => {
      const inner = linesOf(token as Tokens.Generic, options)
      return token.type === 'list' ? inner.map((line) => INDENT + line) : inner
    })
    const [first = '', ...others] = lines
    const isNested = item.tokens[0]?.type === 'list'
    return isNested
      ? [mark, ...lines]
      : [mark + first, ...others.map((line) => (line.startsWith(INDENT) ? line : INDENT + line))]
  })
}

function markOf({ task, checked }: Tokens.ListItem, number: number | undefined): string {
  if (task) return checked ? '☑ ' : '☐ '
  return number === undefined ? '• ' : `${number}. `
}

const tableLines = ({ header, rows }: Tokens.Table, options: MarkdownOptions): string[] =>
  [header, ...rows].map((cells) => cells.map(({ tokens }) => inline(tokens, options)).join(' | '))

const UNSEEN = /<!--[\s\S]*?(?:-->|$)|<(script|style|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi

const CELL_GAP = /<\/t[dh]\s*>\s*(?=<t[dh]\b)/gi
const BLOCK = /<(?:p|div|h[1-6]|li|tr|blockquote|pre|table)\b[^>]*>/gi

/** The words of HTML in Markdown, a line for each of its blocks, and its pictures. */
function htmlLines(html: string, options: MarkdownOptions): string[] {
  const seen = html.replace(UNSEEN, '')
  if (seen.trim() === '') return []
  options.lose(LOST.html)
  const pictures: string[] = []
  const marked = seen.replace(PICTURE_TAG, (_tag, ...sources: (string | undefined)[]) => {
    pictures.push(picture(sources.slice(0, 3).find((source) => source !== undefined) ?? '', options))
    return `\ue000${pictures.length - 1}\ue001`
  })
  return linesText(marked.replace(CELL_GAP, ' | ').replace(BLOCK, '<br>'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => escapeText(line).replace(/\ue000(\d+)\ue001/g, (whole, number) => pictures[Number(number)] ?? whole))
}
