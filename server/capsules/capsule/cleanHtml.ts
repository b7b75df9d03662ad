import { createRequire } from 'node:module'
import type Sanitize from 'sanitize-html'
import { inOurForms } from '#contract/forms.ts'
import { keyOf, prefixOf } from '#contract/media.ts'
import { isSide } from '#contract/pictureFields.ts'
import { isPlaceholder } from '#contract/placeholder.ts'

const COLOUR = /^(#[0-9a-f]{3,8}|rgba?\(\s*\d{1,3}%?(\s*,\s*\d{1,3}%?){2}(\s*,\s*[\d.]{1,5}%?)?\s*\))$/i
const ALIGN = /^(left|right|center|justify)$/

const RULES: Sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'h1',
    'h2',
    'h3',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'hr',
    'ul',
    'ol',
    'li',
    'blockquote',
    'span',
    'div',
    'img',
  ],
  allowedAttributes: { '*': ['style'], img: ['src', 'data-sha256', 'alt', 'width', 'height', 'data-placeholder'] },
  allowedStyles: { '*': { color: [COLOUR], 'background-color': [COLOUR], 'text-align': [ALIGN] } },
  nestingLimit: 50,
  disallowedTagsMode: 'discard',
}

/**
 * The allow-list of what a text may have. Pictures only out of the writer's own uploads, kept by their key; others leave their words,
 * tables their rows and cells. Whatever else people type stays text.
 */
export const cleanHtml = (html: string, writerId: number): string => (isPlain(html) ? html : sanitized(html, writerId))

let loaded: typeof Sanitize | undefined
/** At the first text that is not plain: it takes a twentieth of a start, and most texts never need it. */
function sanitize(html: string, rules: Sanitize.IOptions): string {
  loaded ??= createRequire(import.meta.url)('sanitize-html') as typeof Sanitize
  return loaded(html, rules)
}

/** The whole work, of which `isPlain` spares most texts the most part. */
export const sanitized = (html: string, writerId: number): string =>
  sanitize(inOurForms(html), {
    ...RULES,
    transformTags: { img: (_name, attribs) => picture(attribs, writerId) },
  })

/** A picture of the writer's own, or the words that stand for it. */
function picture(given: Sanitize.Attributes, writerId: number): Sanitize.Tag {
  const { src = '', alt = '', 'data-sha256': sha256 } = given
  const key = keyOf(src)
  if (key?.startsWith(prefixOf('image', writerId)))
    return { tagName: 'img', attribs: { src: key, ...hashAttribute(sha256), alt, ...pictureAttributes(given) } }
  // A tag that is not allowed goes without a trace, and would take the words behind it along if it had some of its own.
  return alt.trim() ? { tagName: 'span', attribs: {}, text: alt } : { tagName: 'picture', attribs: {} }
}

/** Kept as it was said: a wrong one is for `cleanText` to refuse. */
const hashAttribute = (sha256: string | undefined): Sanitize.Attributes => (sha256 ? { 'data-sha256': sha256 } : {})

const ATTRIBUTES = { width: isSide, height: isSide, 'data-placeholder': isPlaceholder }

/** Its fields as attributes, those that hold, in the order in which pages write them. */
const pictureAttributes = (given: Sanitize.Attributes): Sanitize.Attributes =>
  Object.fromEntries(
    Object.entries(ATTRIBUTES).flatMap(([name, holds]) => (holds(given[name]) ? [[name, given[name]!]] : [])),
  )

const PIECE = /[^<>&]+|<br \/>|<(\/?)(p|strong|b|em|i|u|s)>/y
const DEEPEST = 20

/**
 * Nothing in it that cleaning would change: paragraphs of text without a bracket or an entity, with bare marks that end in the
 * order they began. Whatever else there is, is for the cleaner to judge.
 */
export function isPlain(html: string): boolean {
  const open: string[] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < html.length) {
    const piece = PIECE.exec(html)
    if (!piece) return false
    const [, slash, tag] = piece
    if (tag === undefined) continue
    if (slash && open.pop() !== tag) return false
    if (slash) continue
    if (tag === 'p' ? open.length > 0 : open.length >= DEEPEST) return false
    open.push(tag)
  }
  return open.length === 0
}
