// The HTML that sources build: tags of ours, text that is escaped. It is walked as pieces, never parsed.

const CONTROL = /(?![\n\t])\p{Cc}/gu
/** Half of a pair alone: no database text holds it. */
const HALF = /\p{Surrogate}/gu

/** Text without what cannot be stored. */
export const storable = (text: string): string => text.replace(CONTROL, '').replace(HALF, '\ufffd')

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Spaces that HTML would take together stay as many as they are. */
export const keepSpaces = (line: string): string =>
  line.replaceAll('\t', '    ').replace(/^ +| {2,}/g, (run) => '\u00a0'.repeat(run.length))

/** Lines of text as one paragraph. */
export const paragraphOf = (lines: readonly string[]): string => `<p>${lines.join('<br>')}</p>`

/** Text that is no Markdown: a paragraph for what stands between empty lines, and each line as it is. */
export const plainHtml = (text: string): string =>
  text
    .split(/\n(?:[ \t]*\n)+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd().split('\n'))
    .map((lines) => paragraphOf(lines.map((line) => escapeText(keepSpaces(line)))))
    .join('')

const ALT_MAX_CHARS = 300

/** A picture, with the words that say it to somebody who does not see it. */
export function pictureTag(file: number, words = ''): string {
  const alt = [...storable(words).trim().replace(/\s+/g, ' ')].slice(0, ALT_MAX_CHARS).join('')
  return `<img data-file="${file}"${alt && ` alt="${escapeText(alt)}"`}>`
}

export const isImage = (tag: string): boolean => /^<img\b/i.test(tag)
const VOID = /^<(?:img|br|hr)\b/i

/** One tag, or the text up to the next one. `opens` and `closes` are names, of tags that hold something. */
export type Piece = { text: string } | { tag: string; opens?: string; closes?: string }

export function* piecesOf(html: string): Generator<Piece, void, undefined> {
  for (const [whole, tag] of html.matchAll(/(<[^>]*>)|[^<]+|</g)) {
    if (tag === undefined) yield { text: whole }
    else yield pieceOf(tag)
  }
}

function pieceOf(tag: string): Piece {
  if (VOID.test(tag)) return { tag }
  const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(tag) ?? []
  if (!name) return { tag }
  return slash ? { tag, closes: name.toLowerCase() } : { tag, opens: name.toLowerCase() }
}

/** The tags that are open at a place of a text. */
export class OpenTags {
  private readonly tags: { tag: string; name: string }[] = []

  take(piece: Piece): void {
    if ('text' in piece) return
    if (piece.opens) this.tags.push({ tag: piece.tag, name: piece.opens })
    if (piece.closes && this.tags.at(-1)?.name === piece.closes) this.tags.pop()
  }

  get depth(): number {
    return this.tags.length
  }

  /** The ends of all that began at this depth or below; `opening` begins it anew. */
  closing(from = 0): string {
    return this.tags
      .slice(from)
      .reverse()
      .map(({ name }) => `</${name}>`)
      .join('')
  }

  opening(from = 0): string {
    return this.tags
      .slice(from)
      .map(({ tag }) => tag)
      .join('')
  }

  /** The depth of the innermost of these, or undefined. */
  depthOf(names: RegExp): number | undefined {
    const at = this.tags.findLastIndex(({ name }) => names.test(name))
    return at < 0 ? undefined : at
  }
}

const LINES = /^(?:p|h[1-3])$/
/** Blanks and line ends where a line begins or ends: left of what a picture has parted. */
const EDGES = /(<(?:p|h[1-3])>)(?:<br>| )+|(?:<br>| )+(<\/(?:p|h[1-3])>)/g
const EMPTY = /<(p|h[1-3]|strong|em|s|blockquote)>(?:<br>)*<\/\1>/g

/** Pictures between paragraphs instead of within them, where our texts have them. */
export function liftPictures(html: string): string {
  if (!html.includes('<img')) return withoutEmpty(html.replace(EDGES, '$1$2'))
  const open = new OpenTags()
  let lifted = ''
  for (const piece of piecesOf(html)) {
    open.take(piece)
    const text = 'text' in piece ? piece.text : piece.tag
    const from = isImage(text) ? open.depthOf(LINES) : undefined
    lifted += from === undefined ? text : open.closing(from) + text + open.opening(from)
  }
  return withoutEmpty(lifted.replace(EDGES, '$1$2'))
}

function withoutEmpty(html: string): string {
  const less = html.replace(EMPTY, '')
  return less === html ? html : withoutEmpty(less)
}
