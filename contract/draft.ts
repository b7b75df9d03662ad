import { z } from 'zod'
import { type CapsuleForm, type CapsuleType, capsuleForm, card, FORM, TYPE, thumbnail } from './capsule.ts'
import { fieldInputs } from './capsuleFields.ts'
import { contact } from './contact.ts'
import { CONTENT_EMPTY, contentInput, ITEM } from './content.ts'
import { id, walked } from './fields.ts'
import { DRAFTS_MAX } from './limits.ts'
import { placeOf } from './place.ts'
import { to } from './receiver.ts'
import { description, longTag, openTime } from './seal.ts'
import { told } from './share.ts'

// A capsule being made: what is sent to keep it in the draft box, and to seal it.

export const DRAFT_EMPTY = '请输入要存入草稿箱的内容'
export const SEAL_EMPTY = '请输入要封存的内容'
export const DRAFTS_FULL = `草稿箱最多保存${DRAFTS_MAX}份草稿，请先清理一些`
export const DRAFT_SAVED = '已存入草稿箱'
export const CHANGED_ELSEWHERE = '这份内容已在别处修改过'
/** Under the same key, by another page or before a reload. */
export const SAVED_BEFORE = '这份内容之前已经保存过'

type Holder = { type: CapsuleType; form: CapsuleForm; whenEmpty?: string }

/** Why these items are no content of this form (`content_type`): one text, with a diary's place; or one to ten files. */
export function whyNotItems(
  items: readonly { type: number; content: string }[],
  { type, form, whenEmpty = CONTENT_EMPTY }: Holder,
): string | undefined {
  const texts = items.filter(({ type }) => type === ITEM.text).length
  const places = items.filter(placeOf).length
  // A place alone is not content yet.
  if (items.length === places) return whenEmpty
  if (form === FORM.graphic) return texts === 0 ? undefined : '图文胶囊的内容应是图片、视频或文件'
  if (texts !== 1 || items.length !== texts + places) return '文字胶囊的内容应是一段文字'
  if (places === 0) return undefined
  if (type !== TYPE.diary) return '只有日记能带上位置'
  return places > 1 ? '一篇日记只能有一个位置' : undefined
}

/** The largest number the database column holds. */
const MAX_REVISION = 2_147_483_647

/** The `revision` of the draft or diary that the writer began with; absent writes over whatever there is. */
export const revision = z.int().min(0).max(MAX_REVISION).optional()
export const contentType = capsuleForm.default(FORM.text)
/** Joined by `extend`: pages would keep what is spread into a schema. */
export const madeInput = z
  .object({ content: contentInput, content_type: contentType })
  .extend(fieldInputs)
  .extend({ draft_id: z.union([id, z.literal('')]).optional(), revision })
export const maybeOpenTime = z.union([openTime, z.literal('')]).optional()

export const timeCapsuleInput = madeInput.extend({ open_time: openTime, contact, to, told })
/** A draft takes what there is so far; an empty open time means none was picked yet. */
export const timeDraftInput = madeInput.extend({ open_time: maybeOpenTime })
export const savedOutput = z.object({ capsule_id: z.string(), revision: z.int() })
export const updateInput = z.object({
  capsule_id: id,
  content: contentInput.optional(),
  content_type: capsuleForm.optional(),
  revision,
  long_tag: longTag.optional(),
  description: description.optional(),
})
export const draftsOutput = z.object({ capsules: walked(card.extend({ updatedDate: z.string(), thumbnail })) })
