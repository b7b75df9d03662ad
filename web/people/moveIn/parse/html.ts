import { Parser } from 'htmlparser2'
import { NotReadable } from '../parsed.ts'
import { makeLines } from './htmlLines.ts'
import {
  type Attributes,
  BLOCKS,
  CLOSING,
  DROPPED,
  type FindPicture,
  HEADINGS,
  LOSES,
  MARKS,
  OPENING,
  say,
  type Writing,
} from './htmlTags.ts'

// HTML from elsewhere as a text of ours. Forms that our texts cannot have go, and their words stay: lists and rows become lines, a
// link its words with the address behind them.

/** Takes the events of a parser, of a whole page or of a part of one. */
export type TextMaker = {
  open: (tag: string, attributes: Attributes) => void
  close: (tag: string) => void
  words: (words: string) => void
  html: () => string
}
/** `lost` is told what a text loses. */
type TextOptions = { picture: FindPicture; lost?: Set<string> | undefined }

/** A parser's stack is searched at each tag, so that a hundred thousand would take minutes. */
const DEEPEST = 1_000
const TOO_DEEP = '这个网页的层次太深，读不了'

/** The whole of this HTML as a text of ours. Throws NotReadable when it is nested too deeply. */
export function textOf(html: string, options: TextOptions): string {
  const text = makeText(options)
  parse(html, text)
  return text.html()
}

/** Reads HTML, and tells of each tag and of the words between them. */
export function parse(html: string, { open, close, words }: Omit<TextMaker, 'html'>): void {
  let depth = 0
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      if (++depth > DEEPEST) throw new NotReadable(TOO_DEEP)
      open(tag, attributes)
    },
    onclosetag: (tag) => {
      depth -= 1
      close(tag)
    },
    ontext: words,
  })
  parser.end(html)
}

export function makeText({ picture, lost }: TextOptions): TextMaker {
  const lines = makeLines()
  const writing: Writing = {
    lines,
    picture,
    lists: [],
    links: [],
    quotes: 0,
    pres: 0,
    preBegins: false,
    inCell: 0,
    cells: 0,
  }
  let dropped = 0

  /** A block begins or ends. Within a cell the words stay together. */
  const part = (tag: string) => {
    if (!BLOCKS.has(tag)) return
    if (writing.inCell > 0) lines.space()
    else lines.end()
  }

  function open(tag: string, attributes: Attributes) {
    if (dropped > 0 || DROPPED.has(tag)) dropped += 1
    if (dropped > 0) return
    const loss = LOSES.get(tag)
    if (loss) lost?.add(loss)
    part(tag)
    const heading = HEADINGS.get(tag)
    if (heading && writing.inCell === 0) lines.setTag(heading)
    const mark = MARKS.get(tag)
    if (mark) lines.mark(mark)
    OPENING.get(tag)?.(writing, attributes)
  }

  function close(tag: string) {
    if (dropped > 0) dropped -= 1
    else {
      part(tag)
      if (HEADINGS.has(tag) && writing.inCell === 0) lines.setTag('p')
      const mark = MARKS.get(tag)
      if (mark) lines.unmark(mark)
      CLOSING.get(tag)?.(writing)
    }
  }

  function words(words: string) {
    if (dropped > 0) return
    if (writing.pres > 0 && writing.inCell === 0)
      sayAsItIs(writing, writing.preBegins ? words.replace(/^\r?\n/, '') : words)
    else sayWords(writing, words)
    writing.preBegins = false
  }

  return {
    open,
    close,
    words,
    html: () => {
      lines.end()
      return lines.html()
    },
  }
}

/** Blanks of HTML. An ideographic one is a sign of the text, and a hard one is kept. */
const BLANKS = /[ \t\n\r\f]+/
const HARD_BLANK = '\u00a0'

function sayWords(writing: Writing, words: string) {
  for (const [at, piece] of words.split(BLANKS).entries()) {
    if (at > 0) writing.lines.space()
    if (piece) say(writing, piece)
  }
}

/** Lines and blanks of `pre` as they stand. */
function sayAsItIs(writing: Writing, words: string) {
  for (const [at, line] of words.split(/\r?\n/).entries()) {
    if (at > 0) writing.lines.lineBreak()
    if (line) say(writing, line.replaceAll('\t', '    ').replace(/^ | (?= )/g, HARD_BLANK))
  }
}
