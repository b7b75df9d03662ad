import type { FileRef } from '../parsed.ts'
import { pictureTag } from './tags.ts'

// A text of ours, written line by line: paragraphs and headings with marks, breaks and pictures in them, a quote around some.
// Everything is escaped here and nothing else writes a tag, so no other tag can come out.

export type LineTag = 'p' | 'h1' | 'h2' | 'h3'
export type Mark = 'strong' | 'em' | 'u' | 's'

/** NUL and halves of characters, which no database text can hold, and controls that nobody sees. */
const UNSTORABLE = /(?![\t\n])[\p{Cc}\p{Surrogate}]/gu
const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** These words as they stand in a text. */
export const escaped = (words: string): string =>
  words.replace(UNSTORABLE, '').replace(/[&<>]/g, (character) => NAMES[character]!)

export function makeLines() {
  const written: string[] = []
  const marks: Mark[] = []
  let tag: LineTag = 'p'
  let isQuote = false
  /** The line as far as it is written, and the marks that are open in it. */
  let line = ''
  let open: Mark[] = []
  /** These come before the next words, and only if there are any. */
  let [prefix, breaks, hasSpace] = ['', 0, false]
  /** A break behind a picture is the end of its line. */
  let isBehindPicture = false

  function put(html: string) {
    const wanted = [...new Set(marks)]
    leave(wanted)
    if (breaks > 0) line += '<br />'.repeat(breaks)
    else if (hasSpace && line) line += ' '
    line += escaped(prefix)
    ;[prefix, breaks, hasSpace] = ['', 0, false]
    for (const mark of wanted.slice(open.length)) line += `<${mark}>`
    open = wanted
    line += html
    isBehindPicture = false
  }
  /** Closes the marks that are not wanted any more, and those within them. */
  function leave(wanted: readonly Mark[]) {
    const ended = open.findIndex((mark, at) => mark !== wanted[at])
    if (ended < 0) return
    for (const mark of open.splice(ended).reverse()) line += `</${mark}>`
  }
  /** Ends the line. The last break of one with words shows nothing; a line of breaks alone is as many empty ones. */
  function end() {
    if (line) {
      if (breaks > 1) line += '<br />'.repeat(breaks - 1)
      leave([])
    } else if (breaks > 0) line = '<br />'.repeat(breaks)
    ;[breaks, hasSpace, open, isBehindPicture] = [0, false, [], false]
    if (!line) return
    write(`<${tag}>${line}</${tag}>`)
    line = ''
  }
  let inQuote = false
  function write(html: string) {
    if (isQuote && !inQuote) written.push('<blockquote>')
    inQuote = isQuote
    written.push(html)
  }
  function setQuote(wanted: boolean) {
    end()
    if (inQuote && !wanted) written.push('</blockquote>')
    inQuote &&= wanted
    isQuote = wanted
  }

  return {
    /** Words as they are; blanks at both ends are for `space`. */
    words: (words: string) => {
      const html = escaped(words)
      if (html) put(html)
    },
    /** Between the lines, where our texts have it. */
    picture: (file: FileRef, alt: string) => {
      end()
      write(pictureTag(file, alt))
      isBehindPicture = true
    },
    /** A blank before the next words of this line. */
    space: () => {
      hasSpace = true
    },
    lineBreak: () => {
      if (!isBehindPicture) breaks += 1
      isBehindPicture = false
    },
    end,
    rule: () => {
      end()
      write('<hr />')
    },
    /** Stands before the next words; '' when there are none. */
    setPrefix: (words: string) => {
      prefix = words
    },
    hasPrefix: () => prefix !== '',
    setTag: (wanted: LineTag) => {
      end()
      tag = wanted
    },
    setQuote,
    mark: (mark: Mark) => void marks.push(mark),
    unmark: (mark: Mark) => {
      const at = marks.lastIndexOf(mark)
      if (at >= 0) marks.splice(at, 1)
    },
    html: () => {
      setQuote(false)
      return written.join('')
    },
  }
}
export type Lines = ReturnType<typeof makeLines>
