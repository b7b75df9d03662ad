import { countChars, plainText } from '#contract/content.ts'
import { CONTENT_MAX_CHARS, TEXT_IMAGES_MAX } from '#contract/limits.ts'
import { isImage, OpenTags, piecesOf } from './tags.ts'

// Where a long text is cut: between blocks, else at a line's or a sentence's end, else between two characters – never within a tag, an
// entity or a character.

/** Below the raw HTML and the tags that a text may have, since each picture grows by its address, hash and colours. */
const HTML_MAX_CHARS = 150_000
const TAGS_MAX = 20_000

type Size = { chars: number; images: number; tags: number; html: number }
const NOTHING: Size = { chars: 0, images: 0, tags: 0, html: 0 }
const plus = (one: Size, other: Size): Size => ({
  chars: one.chars + other.chars,
  images: one.images + other.images,
  tags: one.tags + other.tags,
  html: one.html + other.html,
})
const fits = ({ chars, images, tags, html }: Size): boolean =>
  chars <= CONTENT_MAX_CHARS && images <= TEXT_IMAGES_MAX && tags <= TAGS_MAX && html <= HTML_MAX_CHARS

/** The text as one, or as several that are each within the bounds. */
export function cutText(html: string): string[] {
  // Most are short by any count.
  if (html.length <= CONTENT_MAX_CHARS && html.split('<img').length - 1 <= TEXT_IMAGES_MAX) return [html]
  const texts: string[] = []
  let [text, size] = ['', NOTHING]
  for (const block of blocksOf(html)) {
    const pieces = fits(block.size) ? [block] : cutBlock(block.html)
    for (const piece of pieces) {
      const together = plus(size, piece.size)
      if (!fits(together) && text) {
        texts.push(text)
        text = piece.html
        size = piece.size
      } else {
        text += piece.html
        size = together
      }
    }
  }
  return [...texts, text]
}

type Block = { html: string; size: Size }

/** All that stands outside of any other tag. */
function* blocksOf(html: string): Generator<Block, void, undefined> {
  const open = new OpenTags()
  let [block, size] = ['', NOTHING]
  for (const piece of piecesOf(html)) {
    open.take(piece)
    const text = 'text' in piece ? piece.text : piece.tag
    block += text
    size = plus(size, sizeOf(text, 'tag' in piece))
    if (open.depth > 0) continue
    yield { html: block, size }
    block = ''
    size = NOTHING
  }
  if (block) yield { html: block, size }
}

const sizeOf = (text: string, isTag: boolean): Size => ({
  chars: isTag ? 0 : countChars(plainText(text)),
  images: isTag && isImage(text) ? 1 : 0,
  tags: isTag ? 1 : 0,
  html: text.length,
})

/** A block that is too much by itself, as several: the tags that are open at a cut end before it and begin anew behind it. */
function cutBlock(html: string): Block[] {
  const blocks: Block[] = []
  const open = new OpenTags()
  let [block, size, isFresh] = ['', NOTHING, true]
  const put = (text: string, added: Size) => {
    block += text
    size = plus(size, added)
  }
  const end = () => {
    const closing = open.closing()
    blocks.push({ html: block + closing, size: plus(size, { ...NOTHING, html: closing.length, tags: open.depth }) })
    const opening = open.opening()
    block = opening
    size = { ...NOTHING, html: opening.length, tags: open.depth }
    isFresh = true
  }
  for (const piece of piecesOf(html)) {
    const isTag = 'tag' in piece
    for (const text of isTag ? [piece.tag] : slicesOf(piece.text)) {
      const added = sizeOf(text, isTag)
      const closing = { ...NOTHING, tags: open.depth + 1, html: open.closing().length }
      if (!isFresh && !fits(plus(plus(size, added), closing)) && !(isTag && piece.closes)) end()
      open.take(piece)
      // A line that ended where the cut is, has ended.
      if (isFresh && blocks.length > 0 && /^<br\b/i.test(text)) continue
      put(text, added)
      if (!isTag || isImage(text)) isFresh = false
    }
  }
  if (block && !isFresh) blocks.push({ html: block, size })
  return blocks
}

/** Up to the end of a sentence or a line, with the quotes behind it. */
const SENTENCE = /[\s\S]*?(?:[。！？!?…；\n]+[”’」』）)]*|\.(?=\s))|[\s\S]+$/g
/** An entity of HTML or a character, whole. */
const UNIT = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});|[\s\S]/giu
const SLICE_MOST = 1_000
/** Signs that belong to the character before them, and the one that joins two. */
const BELONGS = /^(?:\p{M}|\p{Emoji_Modifier}|\u200d|\ufe0e|\ufe0f)/u
const JOINER = '\u200d'

/** Sentences; one that nobody would read in a breath is cut anywhere. */
function* slicesOf(text: string): Generator<string, void, undefined> {
  for (const [sentence] of text.matchAll(SENTENCE)) {
    if (sentence.length <= SLICE_MOST) {
      if (sentence) yield sentence
      continue
    }
    yield* chunksOf(sentence.match(UNIT) ?? [])
  }
}

function* chunksOf(units: readonly string[]): Generator<string, void, undefined> {
  for (let from = 0; from < units.length; ) {
    let to = Math.min(from + SLICE_MOST, units.length)
    const latest = to + SLICE_MOST
    while (to < units.length && to < latest && (BELONGS.test(units[to]!) || units[to - 1] === JOINER)) to++
    yield units.slice(from, to).join('')
    from = to
  }
}
