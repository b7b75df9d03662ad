import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Input } from '#contract/calls.ts'
import type { CapsuleForm, CapsuleType } from '#contract/capsule.ts'
import { type Detail, FORM, TYPE, TYPE_KIND } from '#contract/capsule.ts'
import { type CapsuleFields, editorFields, fieldsOfKind } from '#contract/capsuleFields.ts'
import type { Contact } from '#contract/contact.ts'
import { type ContentItem, ITEM, type MediaItem, type ShownItem } from '#contract/content.ts'
import type { Forecast } from '#contract/forecast.ts'
import { QUESTIONS_MAX } from '#contract/limits.ts'
import { keyOf } from '#contract/media.ts'
import { pictureFieldsOf } from '#contract/pictureFields.ts'
import { type Place, placeIn, placeItem } from '#contract/place.ts'
import type { To } from '#contract/receiver.ts'
import type { QuestionRow } from '#contract/seal.ts'
import { DEFAULT_TITLE, shownTitle } from '#contract/seal.ts'
import { askBeforeLoss } from '#web/client/storage/database.ts'
import { onForgotten } from '#web/client/storage/forget.ts'
import { device, tab } from '#web/client/storage/storage.ts'
import { inEachTab } from '#web/client/storage/stores.ts'
import { newKey } from '#web/ui/newKey.ts'
import { dropRescued, holdSession, rescue } from './rescue.ts'
import { besideTyped, htmlIn, type TypedText } from './typedText.ts'

/** The owner of texts written on this device before anybody has signed in. */
export const NOBODY = ''

/** The parts of the capsule being made (specification 3, `createCapsuleInfo`). */
export type SealDraft = CapsuleFields & {
  /** The user the draft belongs to; nobody else who signs in here sees it. */
  owner: string
  /** Sent as `Idempotency-Key`: made once for this capsule, so that it is sealed once. */
  key: string
  /** The key of an earlier page that may have sent the draft already, and got no answer. */
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
  isLock: 0 | 1
  key_answer: QuestionRow[]
  contact: Contact
  /** The person it is for; absent for oneself. */
  to?: To
  /** The id of its draft in the draft box, or empty. */
  draft_id: string
  /** When the text was first saved without a network, in ms. */
  writtenAt?: number
  /** The revision of that draft which this one goes on from. */
  revision?: number
}

type Making = { draft?: SealDraft }
const NAME = 'createCapsuleInfo'
const kept = inEachTab<Making>(NAME)
const { newest: newestState } = kept.storage

/** Survives a reload; each tab has its own, a new one begins with the newest. */
export const useDraftStore = create<Making>()(persist((): Making => ({}), { ...kept, migrate: () => ({}) }))
const { draft: found } = useDraftStore.getState()
const newest = newestState()?.draft
/** The draft, if a reload has found it in this tab alone: the device had not taken it. */
const lone = isDraftStored() || (newest && newest.key !== found?.key) ? undefined : found
holdSession(found)
useDraftStore.subscribe(({ draft }) => holdSession(draft))
// A tab that is closed loses its session storage.
askBeforeLoss(() => {
  const { draft } = useDraftStore.getState()
  return draft !== undefined && (draft === lone || !tab.isKept(NAME) || !device.isKept(NAME))
})
onForgotten(() => clearDraft())

/** Makes this draft the newest. The one before, of this tab or another, is not lost. Returns the answer of `put`. */
export function keepDraft(draft: SealDraft): true | Promise<boolean> {
  const replaced = newestState()?.draft
  if (replaced && replaced.key !== draft.key) void rescue(replaced)
  return put(draft)
}

/**
 * A draft that a full device does not take is given back to its editor, without the fields of the seal pages. Tells whether
 * its text outlasts the tab.
 */
function put(draft: SealDraft): true | Promise<boolean> {
  useDraftStore.setState({ draft })
  if (!device.isKept(NAME)) return rescue(draft)
  dropRescued(draft)
  return true
}

/** Whether this browser has stored the capsule being made as it is now. */
export function isDraftStored(): boolean {
  const { draft } = useDraftStore.getState()
  return device.isKept(NAME) && JSON.stringify(newestState()?.draft) === JSON.stringify(draft)
}

/** Forgets the capsule being made; with `key`, only if it is the capsule of that key. */
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

/** Gives the diary of this key the place where it was written. Tells whether that diary is being made here. */
export function giveDraftPlace(key: string, place: Place): boolean {
  const { draft } = useDraftStore.getState()
  if (!draft || draft.key !== key || draft.type !== TYPE.diary) return false
  changeDraft({ content: textContent(htmlOf(draft.content), place) })
  return true
}

/** Turns the draft into another capsule, by its new fields; the capsule that it was is kept elsewhere. */
export function renewDraft(fresh: Partial<SealDraft>) {
  const { draft } = useDraftStore.getState()
  if (!draft) return
  dropRescued(draft)
  void put({ ...draft, ...fresh })
}

/** The capsule that this user is making; undefined when there is none or it is somebody else's. */
export function useOwnDraft(userId: string | undefined): SealDraft | undefined {
  const draft = useDraftStore((state) => state.draft)
  return draft && draft.owner === userId ? draft : undefined
}

/** Removes the draft that another person was making on this device; it is offered to them when they are back. */
export function dropStrangersDraft(userId: string | undefined) {
  const { draft } = useDraftStore.getState()
  if (!userId || !draft || draft.owner === userId) return
  void rescue(draft)
  useDraftStore.setState({ draft: undefined })
}

/** A text as it is sent; for a diary, with the place where it was written. */
export const textContent = (html: string, place?: Place): ContentItem[] => [
  { type: ITEM.text, content: html, comment: '' },
  ...(place ? [placeItem(place)] : []),
]
/** The draft with this text, and all that was typed with it, in place of its own. */
export function withText(draft: SealDraft, typed: TypedText): SealDraft {
  const beside = besideTyped(typed)
  return { ...draft, ...editorFields(TYPE_KIND[draft.type], beside), content: textContent(htmlIn(typed), beside.place) }
}
/** The text among these items; files have none. */
export const htmlOf = (content: readonly { type: number; content: string }[] | undefined): string =>
  content?.find(({ type }) => type === ITEM.text)?.content ?? ''

/** The prediction and its conclusion are plain text. */
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
    ...fieldsOfKind(TYPE_KIND[type], {}),
    isLock: 0,
    key_answer: [],
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
    ...fieldsOfKind(TYPE_KIND[saved.type], saved),
    isLock: saved.is_lock,
    key_answer: Object.entries(saved.key_answer ?? {}).map(([question, answer]) => ({ question, answer })),
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

/** A file by its key, which lasts for good; addresses last minutes. */
const keyed = (item: ShownItem): MediaItem => ({
  type: item.type as MediaItem['type'],
  content: keyOf(item.content) ?? item.content,
  comment: item.comment,
  name: item.name,
  poster: item.poster && (keyOf(item.poster) ?? item.poster),
  sha256: item.sha256,
  poster_sha256: item.poster_sha256,
  ...pictureFieldsOf(item),
})

/** The calls that keep a draft and seal a capsule of each type. */
export const DRAFT_CALL = { 0: 'createTimeDraft', 1: 'createDiaryDraft', 2: 'createForecastDraft' } as const
export const SEAL_CALL = { 0: 'createTimeCapsule', 1: 'createDiaryCapsule', 2: 'createForecastCapsule' } as const

/** The `Idempotency-Key` under which the draft is sent, once. */
export const sendingKey = ({ sentAs, key }: SealDraft): string => sentAs ?? key

/** The input of the call that seals this type; only a time capsule has contacts, or is for somebody else. */
export function capsuleInput(draft: SealDraft): Input<'createTimeCapsule'> & CapsuleFields {
  return {
    ...shared(draft),
    open_time: draft.unsealDate,
    long_tag: shownTitle(draft.long_tag) || DEFAULT_TITLE,
    ...(draft.type === TYPE.time && { contact: sentContact(draft), to: draft.to }),
  }
}

/** Absent where a capsule for somebody else names nobody who is told of it. */
function sentContact({ contact: { tel, email, weibo, mention }, to }: SealDraft) {
  const ways = { tel: tel?.trim(), email: email?.trim(), weibo: weibo?.trim() }
  if (to && !Object.values(ways).some(Boolean)) return undefined
  return { ...ways, ...(ways.weibo && { mention: mention === 1 ? (1 as const) : (0 as const) }) }
}

export const draftInput = (draft: SealDraft): Input<'createTimeDraft'> & CapsuleFields => ({
  ...shared(draft),
  open_time: draft.unsealDate,
  long_tag: shownTitle(draft.long_tag),
})

const shared = (draft: SealDraft) => ({
  content: draft.content,
  content_type: draft.content_type,
  ...fieldsOfKind(TYPE_KIND[draft.type], draft),
  is_public: 0 as const,
  is_lock: draft.isLock,
  key_answer: answerMap(draft.key_answer),
  draft_id: draft.draft_id,
  revision: draft.revision,
})

/** The rows of the questions page, empty ones included: the first is always asked for. */
export const threeRows = (rows: readonly QuestionRow[]): QuestionRow[] =>
  Array.from({ length: QUESTIONS_MAX }, (_, index) => rows[index] ?? { question: '', answer: '' })

const answerMap = (rows: readonly QuestionRow[]): Record<string, string> =>
  Object.fromEntries(rows.filter((row) => row.question && row.answer.trim()).map((row) => [row.question, row.answer]))
