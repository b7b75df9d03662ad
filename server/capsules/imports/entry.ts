import type { Parsed } from '#contract/calls.ts'
import { type CapsuleType, STATUS, TYPE, TYPE_KIND } from '#contract/capsule.ts'
import { fieldsOfKind } from '#contract/capsuleFields.ts'
import { CONTENT_EMPTY } from '#contract/content.ts'
import { type Content, cleanDraft, uploadsIn } from '#server/capsules/capsule/content.ts'
import { writingOf } from '#server/capsules/capsule/writing.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Checked } from '#server/platform/media/check.ts'

export type Entry = Parsed<'importDiaries'>['entries'][number]
/** An entry that can be written: its content cleaned, its uploads looked at. */
export type Lockable = { id: number; entry: Entry; content: Content; objects: readonly Checked[] }

/** Drafts alone stay as they are; an opened capsule and a prediction come as diaries. */
export const typeOf = ({ kind, type }: Entry): CapsuleType => (kind === 'draft' ? type : TYPE.diary)
export const statusOf = ({ kind }: Entry) => (kind === 'draft' ? STATUS.draft : STATUS.unsealed)

/** A draft keeps its title in its row, a diary within what is encrypted. */
export const titleOf = ({ kind, long_tag = '' }: Entry): string => (kind === 'draft' ? long_tag.trim() : '')

export function contentOfEntry(context: UserContext, entry: Entry) {
  const type = typeOf(entry)
  const title = entry.long_tag?.trim()
  const items = cleanDraft(
    type,
    entry.content,
    writingOf(context, { type, form: entry.content_type, whenEmpty: CONTENT_EMPTY }),
  )
  const content: Content = {
    content: items,
    ...fieldsOfKind(TYPE_KIND[type], entry),
    ...(type === TYPE.diary && title && entry.kind !== 'draft' && { title }),
  }
  return { content, uploads: uploadsIn(type, items) }
}
