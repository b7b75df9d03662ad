import { z } from 'zod'
import { contentInput, contentOutput } from './content.ts'
import { flag } from './flag.ts'
import { id } from './id.ts'
import {
  CAPSULE_COLOURS,
  DRAFTS_MAX,
  HOME_PAGE_SIZE,
  MAX_PAGE,
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  REPLY_MAX_CHARS,
} from './limits.ts'
import { contact, description, keyAnswer, longTag, openTime, sealOptions, sendWord } from './seal.ts'
import { reviewReason } from './unseal.ts'
import type { Kind } from './wallet.ts'

export const TYPE = { time: 0, diary: 1, forecast: 2 } as const
export const TYPE_KIND: Record<number, Kind> = { 0: 'time', 1: 'diary', 2: 'forecast' }
/** `capsule` in list rows: the list style of each type (decisions 1). */
export const LIST_STYLE: Record<number, number> = { 0: 0, 1: 2, 2: 1 }
export const FORM = { text: 0, graphic: 1 } as const

/** The life of a capsule (decisions 1). */
export const STATUS = { draft: 0, sealed: 1, unsealed: 2, requested: 3, approved: 4 } as const

export const DRAFT_EMPTY = '请输入要存入草稿箱的内容'
export const SEAL_EMPTY = '请输入要封存的内容'
export const DRAFTS_FULL = `草稿箱最多保存${DRAFTS_MAX}份草稿，请先清理一些`
export const DRAFT_SAVED = '已存入草稿箱'
export const CHANGED_ELSEWHERE = '这份内容已在别处修改过'
export const MY_EMPTY = '暂时没有胶囊哦~'

/** `colorIndex` of section 3: the numeric id modulo 5. */
export const colorIndex = (id: number): number => id % CAPSULE_COLOURS

const time = z.string()
/** What the database can count to. */
const MAX_REVISION = 2_147_483_647

export const author = z.object({
  id: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  sex: z.string(),
  cancelled: flag,
})

/** One row of any list of capsules. Never content, remarks or words. */
export const card = z.object({
  id: z.string(),
  type: z.int(),
  capsule: z.int(),
  content_type: z.int(),
  long_tag: z.string(),
  status: z.int(),
  is_public: flag,
  is_lock: flag,
  open_time: time,
  open_at: time,
  sealed_at: time,
  created_at: time,
  updated_at: time,
  love_count: z.int(),
  colorIndex: z.int(),
})
export type Card = z.infer<typeof card>

export const detail = card.extend({
  user: author,
  /** Raised by every writing; sent back with the next one, so that nobody writes over what they have not seen. */
  revision: z.int(),
  /** Present only for someone who may see the content now. */
  capsule_content: z.object({ type: z.int(), created_at: time, content: contentOutput }).optional(),
  send_word: z.string().optional(),
  description: z.string().optional(),
  /** The owner's own draft: the answers typed so far. */
  key_answer: z.record(z.string(), z.string()).optional(),
  /** The owner's: what they said back to themselves after opening. */
  reply: z.object({ text: z.string(), written_at: time }).optional(),
  /** The owner's: the newest application for an early unsealing, and what it was answered. */
  application: z
    .object({
      state: z.enum(['waiting', 'approved', 'rejected', 'closed']),
      created_at: time,
      closed_at: time,
      reply: z.string(),
    })
    .optional(),
  /** The owner's, opened: a link of its own is out, by which others see it. */
  shared: flag.optional(),
})
export type Detail = z.infer<typeof detail>

export const page = z.int().min(1).max(MAX_PAGE).default(1)
export const pageSize = (size: number) => z.int().min(1).max(MAX_PAGE_SIZE).default(size)

export const pageInput = z.object({ page, pageSize: pageSize(PAGE_SIZE) })
export const homeInput = z.object({ page, pageSize: pageSize(HOME_PAGE_SIZE) })
export const paged = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), current_page: z.int(), per_page: z.int() })
export const cardsOutput = z.object({ capsules: paged(card) })
export const publicCard = card.extend({ user: author })
export type PublicCard = z.infer<typeof publicCard>
export const publicOutput = z.object({ capsules: z.array(publicCard) })
/** The address of a picture that stands for it, good for some minutes; '' when it has none. */
export const thumbnail = z.string()
export const draftsOutput = z.object({ capsules: paged(card.extend({ updatedDate: z.string(), thumbnail })) })

export const idInput = z.object({ capsule_id: id })
/** `token`: of a capsule its owner shared, in place of a sign-in. */
export const detailInput = z.object({ capsule_id: id, token: z.string().max(200).optional() })
export const shareOutput = z.object({ token: z.string() })
export const detailOutput = z.object({ capsule: detail, is_mine: flag, is_love: flag })
export const publicInput = z.object({ capsule_id: id, is_public: flag })
export const capsuleIdOutput = z.object({ capsule_id: z.string() })

const form = z.union([z.literal(FORM.text), z.literal(FORM.graphic)])
/** The `revision` of the draft or diary that the writer began with; absent writes over whatever there is. */
export const revision = z.int().min(0).max(MAX_REVISION).optional()
export const made = {
  content: contentInput,
  content_type: form.default(FORM.text),
  long_tag: longTag.optional(),
  description: description.optional(),
  is_public: sealOptions.is_public,
  is_lock: sealOptions.is_lock,
  key_answer: keyAnswer.optional(),
  send_word: sendWord.optional(),
  draft_id: z.union([id, z.literal('')]).optional(),
  revision,
}
export const savedOutput = z.object({ capsule_id: z.string(), revision: z.int() })
export const timeCapsuleInput = z.object({ ...made, open_time: openTime, contact })
export const maybeOpenTime = z.union([openTime, z.literal('')]).optional()
/** A draft takes what there is so far; an empty open time means none was picked yet. */
export const timeDraftInput = z.object({ ...made, open_time: maybeOpenTime })
export const updateInput = z.object({
  capsule_id: id,
  content: contentInput.optional(),
  content_type: form.optional(),
  revision,
  long_tag: longTag.optional(),
  description: description.optional(),
})

export const unsealInput = z.object({ capsule_id: id, key_answer: keyAnswer.optional() })
export const questionsInput = z.object({ capsule_id: id.optional() })
/** `drop_at`: the owner asked to drop them; from then on there are none. '' otherwise. */
export const questionsOutput = z.object({ questions: z.array(z.string()), drop_at: z.string() })
const captcha = z.string().regex(/^\d{4}$/, '请输入4位数字验证码')
export const ownerCodeInput = z.object({ capsule_id: id, captcha })
export const dropOutput = z.object({ drop_at: z.string() })
/** An empty text takes the reply away. */
export const replyInput = z.object({
  capsule_id: id,
  text: z.string().refine((value) => [...value].length <= REPLY_MAX_CHARS, '已超出1000字上限~'),
})
/** A new draft made from an opened capsule. */
export const againOutput = z.object({ capsule_id: z.string(), type: z.int(), content_type: z.int() })
export const requestInput = z.object({ capsule_id: id, reason: reviewReason })
export const none = z.object({})
