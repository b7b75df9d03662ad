import type { FileRef } from '../parsed.ts'
import type { Lines, LineTag, Mark } from './htmlLines.ts'
import { differs, linkOf } from './htmlLinks.ts'

// Each tag of HTML from elsewhere, and its form in a text of ours.

/** The file that a picture's address names; undefined where it is not among the files, and then its words stand there. */
export type FindPicture = (src: string) => FileRef | undefined
export type Attributes = Record<string, string>

/** `next`: the number of the next line, of a list that has numbers. */
type List = { next?: number | undefined }
type Link = { address: string; words: string }
/** A text that is being written, and how many quotes, `pre` and cells are open in it. */
export type Writing = {
  lines: Lines
  picture: FindPicture
  lists: List[]
  /** Undefined for one whose address is none for people. */
  links: (Link | undefined)[]
  quotes: number
  pres: number
  /** The first line feed of `pre` is none of the text. */
  preBegins: boolean
  inCell: number
  /** Of the row so far. */
  cells: number
}

const setOf = (tags: string) => new Set(tags.split(' '))

/** Elements whose words are no words of a text. */
export const DROPPED = setOf(
  'script style template noscript iframe frame object embed svg math title head textarea select audio video canvas rp',
)
export const BLOCKS = setOf(
  'p div section article aside header footer main nav figure figcaption address form fieldset legend details summary dl dt dd center hgroup body html table caption thead tbody tfoot tr ul ol li pre blockquote h1 h2 h3 h4 h5 h6',
)
export const MARKS = new Map<string, Mark>([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['em', 'em'],
  ['i', 'em'],
  ['u', 'u'],
  ['ins', 'u'],
  ['s', 's'],
  ['strike', 's'],
  ['del', 's'],
])
export const HEADINGS = new Map<string, LineTag>([
  ['h1', 'h1'],
  ['h2', 'h2'],
  ['h3', 'h3'],
  ['h4', 'h3'],
  ['h5', 'h3'],
  ['h6', 'h3'],
])
/** Their words stay; this is lost. */
export const LOSES = new Map([
  ['table', '表格的边框'],
  ['mark', '高亮'],
  ['sup', '上标'],
  ['sub', '下标'],
  ['code', '代码的字体和颜色'],
])

const BULLET = '• '
const [UNDONE, DONE] = ['☐ ', '☑ ']
const CELL_SIGN = '|'
/** Before the lines of a list within a list. */
const INDENT = '\u3000'
const INDENT_MOST = 5

export const OPENING = new Map<string, (writing: Writing, attributes: Attributes) => void>([
  ['br', ({ lines, inCell }) => (inCell > 0 ? lines.space() : lines.lineBreak())],
  ['hr', ({ lines, inCell }) => (inCell > 0 ? lines.space() : lines.rule())],
  ['img', beginPicture],
  ['input', beginInput],
  ['a', ({ links }, { href = '' }) => void links.push(begunLink(href))],
  ['ul', ({ lists }) => void lists.push({})],
  ['ol', ({ lists }, { start }) => void lists.push({ next: numberOf(start) ?? 1 })],
  ['li', ({ lines, lists }, { value }) => lines.setPrefix(indent(lists) + signOf(lists.at(-1), numberOf(value)))],
  ['blockquote', beginQuote],
  ['pre', beginPre],
  ['table', beginRow],
  ['tr', beginRow],
  ['td', beginCell],
  ['th', beginCell],
  ['rt', (writing) => say(writing, '（')],
])

export const CLOSING = new Map<string, (writing: Writing) => void>([
  ['a', endLink],
  ['ul', ({ lists }) => void lists.pop()],
  ['ol', ({ lists }) => void lists.pop()],
  ['li', ({ lines }) => lines.setPrefix('')],
  ['blockquote', endQuote],
  ['pre', endPre],
  ['td', endCell],
  ['th', endCell],
  ['rt', (writing) => say(writing, '）')],
])

/** Words of the text, and of the link that they stand in. */
export function say({ lines, links }: Writing, words: string): void {
  const link = links.at(-1)
  if (link) link.words += words
  lines.words(words)
}

function beginPicture(writing: Writing, { src = '', alt = '' }: Attributes) {
  const file = writing.picture(src)
  if (file === undefined) say(writing, alt.trim())
  else writing.lines.picture(file, alt)
}

function beginInput(writing: Writing, { type, checked }: Attributes) {
  if (type?.toLowerCase() !== 'checkbox') return
  const sign = checked === undefined ? UNDONE : DONE
  if (writing.lines.hasPrefix()) writing.lines.setPrefix(indent(writing.lists) + sign)
  else say(writing, sign)
}

function begunLink(href: string): Link | undefined {
  const address = linkOf(href)
  return address ? { address, words: '' } : undefined
}

function endLink(writing: Writing) {
  const link = writing.links.pop()
  if (link?.words.trim() && differs(link)) say(writing, `（${link.address}）`)
}

function beginQuote(writing: Writing) {
  writing.quotes += 1
  if (writing.inCell === 0) writing.lines.setQuote(true)
}

function endQuote(writing: Writing) {
  writing.quotes -= 1
  if (writing.quotes === 0 && writing.inCell === 0) writing.lines.setQuote(false)
}

function beginPre(writing: Writing) {
  writing.pres += 1
  writing.preBegins = true
}

function endPre(writing: Writing) {
  writing.pres -= 1
}

function beginRow(writing: Writing) {
  if (writing.inCell === 0) writing.cells = 0
}

function beginCell(writing: Writing) {
  writing.inCell += 1
  writing.cells += 1
  writing.lines.space()
  if (writing.cells === 1) return
  writing.lines.words(CELL_SIGN)
  writing.lines.space()
}

function endCell(writing: Writing) {
  writing.inCell -= 1
}

const indent = ({ length }: List[]): string => INDENT.repeat(Math.min(Math.max(length - 1, 0), INDENT_MOST))

function signOf(list: List | undefined, value: number | undefined): string {
  if (list?.next === undefined) return BULLET
  const number = value ?? list.next
  list.next = number + 1
  return `${number}. `
}

function numberOf(text = ''): number | undefined {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
}
