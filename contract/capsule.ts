import { z } from 'zod'
import { fieldOutputs } from './capsuleFields.ts'
import { contentOutput } from './content.ts'
import { after, ended, flag, id, next, page, pageInput, pageSize, time, walked, walkInput } from './fields.ts'
import { IMPORT_SOURCES } from './importSource.ts'
import { CAPSULE_COLOURS, HOME_PAGE_SIZE } from './limits.ts'
import type { Kind } from './wallet.ts'

type Values<T> = T[keyof T]

/** The three kinds of capsule (readings 1). */
export const TYPE = { time: 0, diary: 1, forecast: 2 } as const
export type CapsuleType = Values<typeof TYPE>
export const capsuleType = z.literal([TYPE.time, TYPE.diary, TYPE.forecast])
export const TYPE_KIND: Record<CapsuleType, Kind> = { 0: 'time', 1: 'diary', 2: 'forecast' }
/** `capsule` in list rows: the list style of each type (readings 1). */
export const LIST_STYLE: Record<CapsuleType, 0 | 1 | 2> = { 0: 0, 1: 2, 2: 1 }

/** `content_type`: one text, or files. */
export const FORM = { text: 0, graphic: 1 } as const
export type CapsuleForm = Values<typeof FORM>
export const capsuleForm = z.literal([FORM.text, FORM.graphic])

/** The life of a capsule (readings 1). */
export const STATUS = { draft: 0, sealed: 1, unsealed: 2, requested: 3, approved: 4 } as const
export type CapsuleStatus = Values<typeof STATUS>
const capsuleStatus = z.literal([STATUS.draft, STATUS.sealed, STATUS.unsealed, STATUS.requested, STATUS.approved])
/** Sealed and not opened yet, whatever was asked for or granted meanwhile. */
export const SEALED_STATES = [STATUS.sealed, STATUS.requested, STATUS.approved] as const
/** States in which the owner may read a capsule: not sealed yet, or open. */
export const READABLE_STATES = [STATUS.draft, STATUS.unsealed] as const

/** The life of an application for an early unsealing. */
export const APPLICATION_STATES = ['waiting', 'approved', 'rejected', 'closed'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

export const MY_EMPTY = '暂时没有胶囊哦~'
export const HIDDEN_NONE = '没有隐藏的胶囊~'
export const HIDE_FIRST_OPEN = '解封之后才能隐藏胶囊'

/** `colorIndex` of section 3: the numeric id modulo 5. */
export const colorIndex = (id: number): number => id % CAPSULE_COLOURS

export const author = z.object({
  id: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  sex: z.string(),
  cancelled: flag,
})

/** Of a capsule its owner has made public: shown or private, not shown until an operator has looked, or taken down. */
const REVIEWS = ['', 'waiting', 'down'] as const

/** The outcome of a prediction (`RESULT` in judge.ts). */
export const result = z.literal([1, 2, 3, 4])

/** One row of any list of capsules. Never content, remarks or words. */
export const card = z.object({
  id: z.string(),
  type: capsuleType,
  capsule: z.literal([0, 1, 2]),
  content_type: capsuleForm,
  long_tag: z.string(),
  status: capsuleStatus,
  /** 1 also while it waits to be shown; `review` says so to its owner. */
  is_public: flag,
  review: z.enum(REVIEWS),
  is_lock: flag,
  open_time: time,
  open_at: time,
  sealed_at: time,
  created_at: time,
  updated_at: time,
  love_count: z.int(),
  colorIndex: z.int(),
  /** The owner's, sealed: 1 when its day has come by a clock that is not trusted, so that it cannot be opened yet. */
  held: flag.optional(),
  /** Of a held capsule that is asked for alone: minutes until the hold ends by itself, where it does. */
  held_minutes: z.int().optional(),
})
export type Card = z.infer<typeof card>

/**
 * One of the capsules that went between two people, as the caller knows it: `mine` sent by them, else received; its title is '' as
 * long as they may not see it.
 */
export const letter = card
  .pick({ id: true, long_tag: true, status: true, sealed_at: true, open_time: true, colorIndex: true })
  .extend({ mine: flag })
export type Letter = z.infer<typeof letter>

export const detail = card
  .extend({
    user: author,
    /** Raised by every writing; sent back with the next one, so that nobody writes over what they have not seen. */
    revision: z.int(),
    /** Present only for someone who may see the content now, like the fields beside it. */
    capsule_content: z.object({ type: z.int(), created_at: time, content: contentOutput }).optional(),
  })
  .extend(fieldOutputs)
  .extend({
    /** The owner's opened prediction: what became of it, once they have judged it. `counts` 0: opened before its day, it stays out of the record. */
    judgement: z.object({ result, text: z.string(), judged_at: time, counts: flag }).optional(),
    /** The owner's reply to themselves, written after opening. */
    reply: z.object({ text: z.string(), written_at: time }).optional(),
    /** The owner's: the newest application for an early unsealing, and what it was answered. */
    application: z
      .object({ state: z.enum(APPLICATION_STATES), created_at: time, closed_at: time, reply: z.string() })
      .optional(),
    /** The owner's, opened: a link of its own is out, by which others see it. */
    shared: flag.optional(),
    /** The owner's, opened: it stands only in their list of hidden capsules. */
    hidden: flag.optional(),
    /** The caller has received it from its owner: how they are called. */
    received_as: z.string().optional(),
    /** The owner's: it is for somebody else. */
    to: z.string().optional(),
    /** To the two people of a capsule for somebody, once it is open to them: whether its receiver agrees that it is shown to others. */
    allowed: flag.optional(),
    /** To the two people of a capsule for somebody: what its receiver answered; `mine` to the one who wrote it. */
    answer: z.object({ text: z.string(), written_at: time, mine: flag }).optional(),
    /** To the same: the capsules that went between them, this one among them, the first sent first; absent while there is but this one. */
    letters: z.array(letter).optional(),
    /** The owner's diary that was brought from elsewhere, or from an archive. */
    imported_from: z.enum(IMPORT_SOURCES).optional(),
  })
export type Detail = z.infer<typeof detail>

/** The address of a picture that stands for the capsule, good for some minutes; '' when it has none. */
export const thumbnail = z.string()
export const publicCard = card.extend({ user: author })
export type PublicCard = z.infer<typeof publicCard>

export const homeInput = z.object({ page, pageSize: pageSize(HOME_PAGE_SIZE), after })
export const publicOutput = z.object({ capsules: z.array(publicCard), next })
/** `hidden`: lists the hidden capsules in place of the others. */
export const openedInput = walkInput.extend({ hidden: flag.default(0) })
export const hideInput = z.object({ capsule_id: id, hidden: flag })
export const hideOutput = z.object({ hidden: flag })
export const cardsOutput = z.object({ capsules: walked(card) })
/** Ends in a part of the list (1 due, 2 granted, 3 waiting), and there by a moment and an id. */
export const closedInput = pageInput.extend({ after: ended(/^\d{1,17}_\d{1,16}_[123]$/) })
/**
 * `due`: how many can be opened now, `due_id` the first of them ('' without). Of those that wait: the next to open, and when the
 * last one opens. `held` 1: by a clock that is not trusted, so that no day which comes meanwhile is due.
 */
export const closedSummaryOutput = z.object({
  due: z.int(),
  due_id: z.string(),
  sealed: z.int(),
  next: card.pick({ id: true, long_tag: true, open_time: true }).nullable(),
  last_time: time,
  held: flag.optional(),
})
export const idInput = z.object({ capsule_id: id })
export const capsuleIdOutput = z.object({ capsule_id: z.string() })
/** `token`: of a capsule its owner shared, in place of a sign-in. */
export const detailInput = z.object({ capsule_id: id, token: z.string().max(200).optional() })
export const detailOutput = z.object({ capsule: detail, is_mine: flag, is_love: flag })
