import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Input } from '#contract/calls.ts'
import type { CapsuleForm, CapsuleType } from '#contract/capsule.ts'
import { type Detail, FORM, TYPE } from '#contract/capsule.ts'
import type { Contact } from '#contract/contact.ts'
import { type ContentItem, ITEM, type MediaItem, type ShownItem } from '#contract/content.ts'
import type { Forecast } from '#contract/forecast.ts'
import { QUESTIONS_MAX } from '#contract/limits.ts'
import { keyOf } from '#contract/media.ts'
import { type Place, placeIn, placeItem } from '#contract/place.ts'
import type { QuestionRow } from '#contract/seal.ts'
import { DEFAULT_TITLE, shownTitle } from '#contract/seal.ts'
import { device, tab } from '#web/storage.ts'
import { newKey } from '#web/ui/newKey.ts'
import { askBeforeLoss } from './database.ts'
import { dropRescued, holdSession, rescue } from './rescue.ts'
import { ownStorage } from './stores.ts'

/** The owner of what is written on this device before anybody has signed in. */
export const NOBODY = ''

/** What a capsule is being made of (specification 3, `createCapsuleInfo`). */
export type SealDraft = {
  /** The user it belongs to; nobody else who signs in here sees it. */
  owner: string
  /** Sent as `Idempotency-Key`: made once for this capsule, so that it is sealed once. */
  key: string
  /** The key of an earlier page that may have sent it already, and got no answer. */
  sentAs?: string
  type: CapsuleType
  /** One text, or files by their keys. */
  content: ContentItem[]
  content_type: CapsuleForm
  /** `YYYY-MM-DD HH:mm:ss` in China time, or empty until it is picked. */
  unsealDate: string
  sealed_at: string
  sealed_at_format: string
  long_tag: string
  description: string
  isLock: 0 | 1
  key_answer: QuestionRow[]
  send_word: string
  /** How sure one is of a prediction, in percent; undefined when one does not say. */
  confidence?: number
  contact: Contact
  /** The draft-box draft it came from, or empty. */
  draft_id: string
  /** When it was first saved without a network, in ms. */
  writtenAt?: number
  /** Which writing of that draft this one goes on from. */
  revision?: number
}

type Making = { draft?: SealDraft }
const NAME = 'createCapsuleInfo'
const storage = ownStorage<Making>()

/** Survives a reload; each tab has its own, a new one begins with the newest. */
export const useDraftStore = create<Making>()(
  persist((): Making => ({}), { name: NAME, version: 1, migrate: () => ({}), storage }),
)
const { draft: found } = useDraftStore.getState()
const newest = storage.newest(NAME)?.draft
/** A reload has found it in this tab alone: the device had not taken it. */
const lone = isDraftStored() || (newest && newest.key !== found?.key) ? undefined : found
holdSession(found)
useDraftStore.subscribe(({ draft }) => holdSession(draft))
// A tab that is closed takes its storage along.
askBeforeLoss(() => {
  const { draft } = useDraftStore.getState()
  return draft !== undefined && (draft === lone || !tab.isKept(NAME) || !device.isKept(NAME))
})

/** Makes it the newest. The one that was, of this tab or another, is not lost. Answers as `put`. */
export function keepDraft(draft: SealDraft): true | Promise<boolean> {
  const replaced = storage.newest(NAME)?.draft
  if (replaced && replaced.key !== draft.key) void rescue(replaced)
  return put(draft)
}

/** What a full device does not take lies with its editor, but for what seals it. Tells whether its text outlasts the tab. */
function put(draft: SealDraft): true | Promise<boolean> {
  useDraftStore.setState({ draft })
  if (!device.isKept(NAME)) return rescue(draft)
  dropRescued(draft)
  return true
}

/** Whether the capsule being made lies in this browser as it is now. */
export function isDraftStored(): boolean {
  const { draft } = useDraftStore.getState()
  return device.isKept(NAME) && JSON.stringify(storage.newest(NAME)?.draft) === JSON.stringify(draft)
}

/** Forgets the capsule being made; with a key only when it is that one. */
export function clearDraft(key?: string) {
  const { draft } = useDraftStore.getState()
  if (!draft || (key !== undefined && key !== draft.key)) return
  useDraftStore.setState({ draft: undefined })
  dropRescued(draft)
}

/** Changes some fields of the capsule being made. */
export function changeDraft(patch: Partial<SealDraft>) {
  const { draft } = useDraftStore.getState()
  if (draft) void keepDraft({ ...draft, ...patch })
}

/** Gives the diary that has asked for it, by its key, the place it was written at. Tells whether that one is being made here. */
export function giveDraftPlace(key: string, place: Place): boolean {
  const { draft } = useDraftStore.getState()
  if (!draft || draft.key !== key || draft.type !== TYPE.diary) return false
  changeDraft({ content: textContent(htmlOf(draft.content), place) })
  return true
}

/** What stands here is another capsule from now on; the one it was has its place. */
export function renewDraft(fresh: Partial<SealDraft>) {
  const { draft } = useDraftStore.getState()
  if (!draft) return
  dropRescued(draft)
  void put({ ...draft, ...fresh })
}

/** The capsule this user is making, or undefined when there is none or it is somebody else's. */
export function useOwnDraft(userId: string | undefined): SealDraft | undefined {
  const draft = useDraftStore((state) => state.draft)
  return draft && draft.owner === userId ? draft : undefined
}

/** What somebody else was making on this device gives way; it is offered to them when they are back. */
export function dropStrangersDraft(userId: string | undefined) {
  const { draft } = useDraftStore.getState()
  if (!userId || !draft || draft.owner === userId) return
  void rescue(draft)
  useDraftStore.setState({ draft: undefined })
}

/** A text as it is sent; of a diary with the place it was written at. */
export const textContent = (html: string, place?: Place): ContentItem[] => [
  { type: ITEM.text, content: html, comment: '' },
  ...(place ? [placeItem(place)] : []),
]
/** The text among these items; files have none. */
export const htmlOf = (content: readonly { type: number; content: string }[] | undefined): string =>
  content?.find(({ type }) => type === ITEM.text)?.content ?? ''

/** What is foretold is plain text, and so is its conclusion. */
export const forecastContent = ({ content, comment }: Forecast): ContentItem[] => [
  { type: ITEM.text, content, comment },
]
export function forecastOf(content: readonly (Forecast & { type: number })[]): Forecast {
  const { content: foretold = '', comment = '' } = content.find(({ type }) => type === ITEM.text) ?? {}
  return { content: foretold, comment }
}

export function emptyDraft(owner: string, type: CapsuleType = TYPE.time): SealDraft {
  return {
    owner,
    key: newKey(),
    type,
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
export function draftFromBox(owner: string, saved: Detail): SealDraft {
  return {
    ...emptyDraft(owner, saved.type),
    ...contentFromBox(saved),
    unsealDate: saved.open_time,
    long_tag: saved.long_tag,
    description: saved.description ?? '',
    isLock: saved.is_lock,
    key_answer: Object.entries(saved.key_answer ?? {}).map(([question, answer]) => ({ question, answer })),
    send_word: saved.send_word ?? '',
    confidence: saved.confidence,
    draft_id: saved.id,
    revision: saved.revision,
  }
}

function contentFromBox({ content_type, capsule_content }: Detail) {
  const items = capsule_content?.content ?? []
  if (content_type === FORM.graphic) return { content: items.map(keyed), content_type: FORM.graphic }
  const place = placeIn(items)
  // The remark of a text is a prediction's conclusion; other texts have none.
  const text = forecastContent(forecastOf(items))
  return { content: place ? [...text, placeItem(place)] : text, content_type: FORM.text }
}

/** Addresses last minutes, keys for good. */
const keyed = ({ type, content, comment, name, poster }: ShownItem): MediaItem => ({
  type: type as MediaItem['type'],
  content: keyOf(content) ?? content,
  comment,
  name,
  poster: poster && (keyOf(poster) ?? poster),
})

/** The calls that keep a draft and seal a capsule of each type. */
export const DRAFT_CALL = { 0: 'createTimeDraft', 1: 'createDiaryDraft', 2: 'createForecastDraft' } as const
export const SEAL_CALL = { 0: 'createTimeCapsule', 1: 'createDiaryCapsule', 2: 'createForecastCapsule' } as const

/** The key under which it is sent, once. */
export const sendingKey = ({ sentAs, key }: SealDraft): string => sentAs ?? key

type OfPrediction = Pick<Input<'createForecastCapsule'>, 'confidence'>

/** What the call of its type is sent; only a time capsule has contacts. */
export function capsuleInput(draft: SealDraft): Input<'createTimeCapsule'> & OfPrediction {
  return {
    ...shared(draft),
    open_time: draft.unsealDate,
    long_tag: shownTitle(draft.long_tag) || DEFAULT_TITLE,
    ...(draft.type === TYPE.time && { contact: sentContact(draft.contact) }),
  }
}

const sentContact = ({ tel, email, weibo, mention }: Contact) => ({
  tel: tel?.trim(),
  email: email?.trim(),
  weibo: weibo?.trim(),
  ...(weibo?.trim() && { mention: mention === 1 ? (1 as const) : (0 as const) }),
})

export const draftInput = (draft: SealDraft): Input<'createTimeDraft'> & OfPrediction => ({
  ...shared(draft),
  open_time: draft.unsealDate,
  long_tag: shownTitle(draft.long_tag),
})

const shared = (draft: SealDraft) => ({
  content: draft.content,
  content_type: draft.content_type,
  description: draft.description,
  is_public: 0 as const,
  is_lock: draft.isLock,
  key_answer: answerMap(draft.key_answer),
  send_word: draft.send_word,
  ...(draft.type === TYPE.forecast && { confidence: draft.confidence }),
  draft_id: draft.draft_id,
  revision: draft.revision,
})

/** The rows of the questions page, empty ones included: the first is always asked for. */
export const threeRows = (rows: readonly QuestionRow[]): QuestionRow[] =>
  Array.from({ length: QUESTIONS_MAX }, (_, index) => rows[index] ?? { question: '', answer: '' })

const answerMap = (rows: readonly QuestionRow[]): Record<string, string> =>
  Object.fromEntries(rows.filter((row) => row.question && row.answer.trim()).map((row) => [row.question, row.answer]))
