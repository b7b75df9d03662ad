import type { ContentItem } from '#contract/content.ts'
import { ITEM, isBlank, whyNotText } from '#contract/content.ts'
import { refuse, refuseIf } from '#server/fail.ts'
import { type Envelope, openContent, type SealedContent } from '#server/keys/envelope.ts'
import type { Keys } from '#server/keys/keys.ts'
import { cleanHtml } from './cleanHtml.ts'

/** What is encrypted for a capsule. `key_answer` and `open_time` only while it is a draft. */
export type Content = {
  content: ContentItem[]
  send_word: string
  description: string
  key_answer?: Record<string, string>
}

/** Rich text cleaned by the allow-list; refuses when nothing remains or it is too long. */
export function cleanItems(items: ContentItem[], whenEmpty: string): ContentItem[] {
  return items.map((item) => {
    if (item.type !== ITEM.text) return item
    const content = cleanHtml(item.content)
    if (isBlank(content)) throw refuse(whenEmpty)
    refuseIf(whyNotText(content, whenEmpty))
    return { ...item, content }
  })
}

export type ContentRow = { id: number; envelope: object | null; sealed: Buffer | null }

export function readContent(keys: Keys, row: ContentRow): Content | undefined {
  if (!row.envelope || !row.sealed) return undefined
  return openContent(keys, row.id, {
    envelope: row.envelope as Envelope,
    sealed: row.sealed,
  } satisfies SealedContent) as Content
}
