import type { FileRef } from '../parsed.ts'
import { parse } from './html.ts'
import { escaped } from './htmlLines.ts'
import { type Attributes, DROPPED } from './htmlTags.ts'
import { pictureTag } from './tags.ts'

// A text of ours that comes back: its tags stay as they are, and its pictures are named by their place among the files.

const TAGS = new Set('p br h1 h2 h3 strong b em i u s hr ul ol li blockquote span div'.split(' '))
const EMPTY = new Set(['br', 'hr'])
/** Colours and sides, of which the server takes those that a text may have. */
const STYLE = /^[\w\s#:;(),.%-]{1,300}$/

/** Nothing else comes out than tags of ours, whatever the archive has. */
export function comeBack(html: string, picture: (path: string) => FileRef | undefined): string {
  let text = ''
  let dropped = 0
  parse(html, {
    open: (tag, attributes) => {
      if (dropped > 0 || DROPPED.has(tag)) dropped += 1
      else text += opening(tag, attributes, picture)
    },
    close: (tag) => {
      if (dropped > 0) dropped -= 1
      else if (TAGS.has(tag) && !EMPTY.has(tag)) text += `</${tag}>`
    },
    words: (words) => {
      if (dropped === 0) text += escaped(words)
    },
  })
  return text
}

function opening(
  tag: string,
  { src = '', alt = '', style = '' }: Attributes,
  picture: (path: string) => FileRef | undefined,
) {
  if (tag === 'img') {
    const file = picture(src)
    return file === undefined ? escaped(alt) : pictureTag(file, alt)
  }
  if (!TAGS.has(tag)) return ''
  if (EMPTY.has(tag)) return `<${tag} />`
  return STYLE.test(style) ? `<${tag} style="${style}">` : `<${tag}>`
}

/** Plain words as a paragraph, their lines as they are. */
export const paragraph = (words: string): string => `<p>${escaped(words).replace(/\r?\n/g, '<br />')}</p>`
