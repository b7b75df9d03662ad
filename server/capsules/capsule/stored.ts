import { sql } from 'kysely'
import { type CapsuleType, TYPE } from '#contract/capsule.ts'
import { type ContentItem, ITEM } from '#contract/content.ts'
import { diaryExcerpt, diaryTitle } from '#contract/diary.ts'
import type { Services } from '#server/platform/context.ts'
import { type Binding, type BindingRow, bindingOf } from '#server/platform/keys/binding.ts'
import { type Envelope, openContent, openHead, sealContent } from '#server/platform/keys/envelope.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import type { Content } from './content.ts'
import { imageKeys } from './images.ts'

export type ContentRow = BindingRow & { envelope: object | null; sealed: Buffer | null }
/** `sealed` only where there is no head yet. */
export type HeadRow = ContentRow & { head: Buffer | null }

/** The columns of its content `k` that a list reads: all of it only where it has no head yet. */
export const HEAD = sql`k.envelope, k.head, case when k.head is null then k.sealed end as sealed`

/** The content of a capsule as a list shows it: its diary's name and beginning, the key of its first picture. */
export type Head = Readonly<{ title: string; excerpt: string; picture: string }>

export const lockContent = (keys: Keys, binding: Binding, content: Content) =>
  sealContent(keys, binding, content, headOf(binding.type, content))

/** The content; undefined where the statement has not selected it. Throws when it is not what was sealed in this row. */
export function readContent(keys: Keys, row: ContentRow): Content | undefined {
  const { envelope, sealed } = row
  if (!envelope || !sealed) return undefined
  return openContent(keys, bindingOf(row), { envelope: envelope as Envelope, sealed }) as Content
}

/** The head for a list, which need not read all of the content. */
export function readHead(keys: Keys, row: HeadRow): Head | undefined {
  if (row.envelope && row.head) return openHead(keys, bindingOf(row), row.envelope as Envelope, row.head) as Head
  const content = readContent(keys, row)
  return content && headOf(row.type, content)
}

/** The head of a row among others: a row that somebody edited, and so does not open, takes none of them along. */
export function readHeadOfList({ keys, log }: Pick<Services, 'keys' | 'log'>, row: HeadRow): Head | undefined {
  try {
    return readHead(keys, row)
  } catch (err) {
    log.error({ err, capsule: row.id }, 'a capsule does not open as it was sealed')
    return undefined
  }
}

/** Only diaries are called by their first line; a prediction's beginning says nothing without its end. */
export function headOf(type: CapsuleType, { content, title }: Content): Head {
  if (type === TYPE.forecast) return { title: title ?? '', excerpt: '', picture: '' }
  const html = content.find((item) => item.type === ITEM.text)?.content ?? ''
  return {
    title: title ?? (type === TYPE.diary ? diaryTitle(html) : ''),
    excerpt: diaryExcerpt(html),
    picture: firstPicture(content),
  }
}

/** The key of the first there is; '' when there is none. */
function firstPicture(items: readonly ContentItem[]): string {
  for (const item of items) {
    const key = pictureOf(item)
    if (key) return key
  }
  return ''
}

function pictureOf(item: ContentItem): string | undefined {
  if (item.type === ITEM.text) return imageKeys(item.content)[0]
  return item.type === ITEM.image ? item.content : item.poster
}
