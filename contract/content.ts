import { z } from 'zod'
import { HAS_UNSTORABLE, readInner } from './json.ts'
import {
  CONTENT_MAX_CHARS,
  CONTENT_MAX_HTML_CHARS,
  FILE_NAME_MAX_CHARS,
  FILES_MAX,
  REMARK_MAX_CHARS,
} from './limits.ts'
import { type MediaKind, sha256Field } from './media.ts'
import { pictureFields } from './pictureFields.ts'
import { UPLOAD } from './upload.ts'
import { visible } from './visible.ts'
import { goesWhole } from './whole.ts'

/** Kinds of a content item (specification 3). */
export const ITEM = { text: 0, image: 1, video: 2, file: 3, other: 4 } as const

export const CONTENT_EMPTY = '请输入内容~'
export const CONTENT_TOO_LONG = '已超出一万字上限'
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const BLOCK_END = /<\/(?:p|h[1-3]|li|blockquote|div)>|<[bh]r\b[^>]*>/gi

/** The text a person sees in this HTML, without tags, entities resolved. Pure, so both sides count alike. */
export function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(#x?[0-9a-f]{1,6}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const point = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

/** The first line of this HTML that has text, as a title: visible characters only, cut to so many; reads no further. */
export const firstLine = (html: string, chars: number): string =>
  shortened(visible(linesOf(html).next().value ?? ''), chars)

/** The first words of this HTML, line by line, cut to so many characters; nothing after them is read. */
export function firstWords(html: string, chars: number): string {
  let words = ''
  for (const line of linesOf(html)) {
    words += words && '\n'
    words += line
    if (countChars(words) > chars) break
  }
  return shortened(words, chars)
}

/** All text of this HTML, a line for each of its blocks. */
export const linesText = (html: string): string => [...linesOf(html)].join('\n')

/** The lines of this HTML that have text, one after another, on demand. */
function* linesOf(html: string): Generator<string, undefined> {
  let from = 0
  for (const { index, 0: end } of html.matchAll(BLOCK_END)) {
    const line = plainText(html.slice(from, index)).trim()
    if (visible(line)) yield line
    from = index + end.length
  }
  const last = plainText(html.slice(from)).trim()
  if (visible(last)) yield last
}

/** The first so many characters of a text, as people count them. */
export function shortened(text: string, chars: number): string {
  const letters = [...text]
  return letters.length > chars ? `${letters.slice(0, chars).join('')}…` : text
}

/** Characters as people count them: code points, not UTF-16 units. */
export const countChars = (text: string): number => [...text].length

/** How a cleaned text writes a picture: its address, then the SHA-256 of what was sent, where that was said. */
export const TEXT_IMAGE = /<img src="([^"]*)"(?: data-sha256="([^"]*)")?/g

/** Nothing to see: no text but blanks, and no picture. */
export const isBlank = (html: string): boolean => !/<img\b/i.test(html) && plainText(html).trim() === ''

/** Why this rich text cannot be kept; `whenEmpty` is the caller's own word for an empty one. */
export function whyNotText(html: string, whenEmpty = CONTENT_EMPTY): string | undefined {
  if (isBlank(html)) return whenEmpty
  if (countChars(plainText(html)) > CONTENT_MAX_CHARS) return CONTENT_TOO_LONG
  return undefined
}

/** Kind of upload of each kind of item; text has none. */
export const ITEM_KIND: Record<number, MediaKind> = { 1: 'image', 2: 'video', 3: 'file', 4: 'file' }

const comment = z.string().max(REMARK_MAX_CHARS, `备注已超出${REMARK_MAX_CHARS}字上限`).default('')
const address = z.string().max(2000)
const textItem = z.object({
  type: z.literal(ITEM.text),
  content: z.string().max(CONTENT_MAX_HTML_CHARS, CONTENT_TOO_LONG),
  comment,
})
const mediaItem = z.object({
  type: z.union([z.literal(ITEM.image), z.literal(ITEM.video), z.literal(ITEM.file), z.literal(ITEM.other)]),
  /** The key of an uploaded object, or any address of it; of a diary's place, kind 4 beside its text, the place as JSON. */
  content: address.refine((text) => !readInner(text)?.wrongAt, HAS_UNSTORABLE),
  comment,
  /** The file's own name, for the person who downloads it. */
  name: z
    .string()
    .refine((name) => countChars(name) <= FILE_NAME_MAX_CHARS, '文件名太长了')
    .optional(),
  /** The key of an uploaded picture that stands for a video. */
  poster: address.optional(),
  sha256: sha256Field.optional(),
  poster_sha256: sha256Field.optional(),
  ...pictureFields,
})
const item = z.discriminatedUnion('type', [textItem, mediaItem])
export type ContentItem = z.infer<typeof item>
export type MediaItem = z.infer<typeof mediaItem>

/** A list of items, or that list in a JSON string (readings 4). */
export const contentInput = z.preprocess(
  listFromText,
  z
    .array(item, { error: ({ input }) => (input === undefined ? CONTENT_EMPTY : undefined) })
    .min(1, CONTENT_EMPTY)
    .max(FILES_MAX, UPLOAD.tooMany),
)
/** `content` and `poster` are addresses that are good for some minutes; `size` in bytes; `whole` and hashes for the owner alone. */
export const contentOutput = z.array(
  z.object({
    type: z.int().min(0).max(4),
    content: z.string(),
    comment: z.string(),
    name: z.string().optional(),
    poster: z.string().optional(),
    size: z.int().optional(),
    whole: goesWhole.optional(),
    sha256: sha256Field.optional(),
    poster_sha256: sha256Field.optional(),
    ...pictureFields,
  }),
)
export type ShownItem = z.infer<typeof contentOutput>[number]

export function listFromText(value: unknown, context: z.RefinementCtx): unknown {
  const inner = typeof value === 'string' ? readInner(value) : undefined
  if (!inner?.wrongAt) return inner?.value ?? value
  context.addIssue({ code: 'custom', message: HAS_UNSTORABLE, path: inner.wrongAt })
  return z.NEVER
}
