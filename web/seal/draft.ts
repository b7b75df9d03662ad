import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Input, Output } from '#contract/calls.ts'
import { FORM, TYPE } from '#contract/capsule.ts'
import { type ContentItem, ITEM, type MediaItem, type ShownItem } from '#contract/content.ts'
import { QUESTIONS_MAX } from '#contract/limits.ts'
import { keyOf } from '#contract/media.ts'
import type { Contact, QuestionRow } from '#contract/seal.ts'
import { DEFAULT_TITLE } from '#contract/seal.ts'
import { forgivingStorage } from '#web/ui/forgivingStorage.ts'
import { newKey } from '#web/ui/newKey.ts'

/** What a capsule is being made of (specification 3, `createCapsuleInfo`). */
export type SealDraft = {
  /** The user it belongs to; nobody else who signs in here sees it. */
  owner: string
  /** Sent as `Idempotency-Key`: made once for this capsule, so that it is sealed once. */
  key: string
  type: 0 | 1 | 2
  /** One text, or files by their keys. */
  content: ContentItem[]
  content_type: 0 | 1
  /** `YYYY-MM-DD HH:mm:ss` in China time, or empty until it is picked. */
  unsealDate: string
  sealed_at: string
  sealed_at_format: string
  long_tag: string
  description: string
  isLock: 0 | 1
  key_answer: QuestionRow[]
  send_word: string
  contact: Contact
  /** The draft-box draft it came from, or empty. */
  draft_id: string
}

/** Survives a reload; one for each browser, as the specification's local storage has it. */
export const useDraftStore = create<{ draft?: SealDraft }>()(
  persist((): { draft?: SealDraft } => ({}), {
    name: 'createCapsuleInfo',
    version: 1,
    migrate: () => ({}),
    storage: forgivingStorage(),
  }),
)

export const keepDraft = (draft: SealDraft) => useDraftStore.setState({ draft })
export const clearDraft = () => useDraftStore.setState({ draft: undefined })

/** Changes some fields of the capsule being made. */
export function changeDraft(patch: Partial<SealDraft>) {
  const { draft } = useDraftStore.getState()
  if (draft) keepDraft({ ...draft, ...patch })
}

/** The capsule this user is making, or undefined when there is none or it is somebody else's. */
export function useOwnDraft(userId: string | undefined): SealDraft | undefined {
  const draft = useDraftStore((state) => state.draft)
  return draft && draft.owner === userId ? draft : undefined
}

/** Throws away what somebody else left on this device. */
export function dropStrangersDraft(userId: string | undefined) {
  const { draft } = useDraftStore.getState()
  if (userId && draft && draft.owner !== userId) clearDraft()
}

export const textContent = (html: string): ContentItem[] => [{ type: ITEM.text, content: html, comment: '' }]
/** The text among these items; files have none. */
export const htmlOf = (content: readonly { type: number; content: string }[] | undefined): string =>
  content?.find(({ type }) => type === ITEM.text)?.content ?? ''

export function emptyDraft(owner: string): SealDraft {
  return {
    owner,
    key: newKey(),
    type: TYPE.time,
    content: textContent(''),
    content_type: FORM.text,
    unsealDate: '',
    sealed_at: '',
    sealed_at_format: '',
    long_tag: '',
    description: '',
    isLock: 0,
    key_answer: [],
    send_word: '',
    contact: {},
    draft_id: '',
  }
}

/** A draft of the draft box, taken up again. */
export function draftFromBox(owner: string, saved: Output<'capsuleDetail'>['capsule']): SealDraft {
  return {
    ...emptyDraft(owner),
    ...contentFromBox(saved),
    unsealDate: saved.open_time,
    long_tag: saved.long_tag,
    description: saved.description ?? '',
    isLock: saved.is_lock,
    key_answer: Object.entries(saved.key_answer ?? {}).map(([question, answer]) => ({ question, answer })),
    send_word: saved.send_word ?? '',
    draft_id: saved.id,
  }
}

function contentFromBox({ content_type, capsule_content }: Output<'capsuleDetail'>['capsule']) {
  const items = capsule_content?.content ?? []
  if (content_type !== FORM.graphic) return { content: textContent(htmlOf(items)), content_type: FORM.text }
  return { content: items.map(keyed), content_type: FORM.graphic }
}

/** Addresses last minutes, keys for good. */
const keyed = ({ type, content, comment, name, poster }: ShownItem): MediaItem => ({
  type: type as MediaItem['type'],
  content: keyOf(content) ?? content,
  comment,
  name,
  poster: poster && (keyOf(poster) ?? poster),
})

export function capsuleInput(draft: SealDraft): Input<'createTimeCapsule'> {
  const { tel, email, weibo } = draft.contact
  return {
    ...shared(draft),
    open_time: draft.unsealDate,
    long_tag: draft.long_tag.trim() || DEFAULT_TITLE,
    contact: { tel: tel?.trim(), email: email?.trim(), weibo: weibo?.trim() },
  }
}

export const draftInput = (draft: SealDraft): Input<'createTimeDraft'> => ({
  ...shared(draft),
  open_time: draft.unsealDate,
  long_tag: draft.long_tag,
})

const shared = (draft: SealDraft) => ({
  content: draft.content,
  content_type: draft.content_type,
  description: draft.description,
  is_public: 0 as const,
  is_lock: draft.isLock,
  key_answer: answerMap(draft.key_answer),
  send_word: draft.send_word,
  draft_id: draft.draft_id,
})

/** The rows of the questions page, empty ones included: the first is always asked for. */
export const threeRows = (rows: readonly QuestionRow[]): QuestionRow[] =>
  Array.from({ length: QUESTIONS_MAX }, (_, index) => rows[index] ?? { question: '', answer: '' })

const answerMap = (rows: readonly QuestionRow[]): Record<string, string> =>
  Object.fromEntries(rows.filter((row) => row.question && row.answer.trim()).map((row) => [row.question, row.answer]))
