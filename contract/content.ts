import { z } from 'zod'
import { CONTENT_MAX_CHARS, CONTENT_MAX_HTML_CHARS } from './limits.ts'

/** Kinds of a content item (specification 3). */
export const ITEM = { text: 0, image: 1, video: 2, file: 3, other: 4 } as const

export const CONTENT_TOO_LONG = '已超出一万字上限'
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text a person sees in this HTML, without tags, entities resolved. Pure, so both sides count alike. */
export function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(#x?[0-9a-f]{1,6}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const point = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

/** Characters as people count them: code points, not UTF-16 units. */
export const countChars = (text: string): number => [...text].length

/** Nothing to see: no text but blanks, and no picture. */
export const isBlank = (html: string): boolean => !/<img\b/i.test(html) && plainText(html).trim() === ''

/** Why this rich text cannot be kept; `whenEmpty` is the caller's own word for an empty one. */
export function whyNotText(html: string, whenEmpty = '请输入内容~'): string | undefined {
  if (isBlank(html)) return whenEmpty
  if (countChars(plainText(html)) > CONTENT_MAX_CHARS) return CONTENT_TOO_LONG
  return undefined
}

const item = z.object({
  type: z.literal(ITEM.text),
  content: z.string().max(CONTENT_MAX_HTML_CHARS, CONTENT_TOO_LONG),
  comment: z.string().max(1000).default(''),
})
export type ContentItem = z.infer<typeof item>

/** A list of items, or that list in a JSON string (decisions 4). */
export const contentInput = z.preprocess(listFromText, z.array(item).min(1, '请输入内容~').max(1))
export const contentOutput = z.array(
  z.object({ type: z.int().min(0).max(4), content: z.string(), comment: z.string() }),
)

function listFromText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
