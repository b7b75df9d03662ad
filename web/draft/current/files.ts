import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { ITEM, ITEM_KIND, type MediaItem, type ShownItem } from '#contract/content.ts'
import { fileName, keyOf } from '#contract/media.ts'
import { type PictureFields, pictureFieldsOf } from '#contract/pictureFields.ts'
import { dropFromTab } from '#web/client/sessionCache.ts'
import { askBeforeLoss } from '#web/client/storage/database.ts'
import { device } from '#web/client/storage/storage.ts'
import { onDevice } from '#web/client/storage/stores.ts'
import { newKey } from '#web/ui/newKey.ts'
import { dropBlob, smallOf } from './blobs.ts'

/** One file of the capsule being made. */
export type MadeItem = PictureFields & {
  /** The file's bytes are kept in this browser under this id, a small picture of it under `smallOf(id)`. */
  id: string
  type: MediaItem['type']
  name: string
  size?: number
  comment: string
  state: 'going' | 'done' | 'failed'
  reason?: string
  mayRetry?: boolean
  key?: string
  /** Of the bytes that were sent; what comes from the draft box brings it along. */
  sha256?: string
  address?: string
  /** The key of the picture that stands for a video. */
  poster?: string
  poster_sha256?: string
  posterAddress?: string
}

/** The files of one capsule, and the fingerprint of those that the draft box holds. */
type List = { items: MadeItem[]; kept: string }
/** `lists` by `draft_id`, empty for a new capsule. */
type Making = { owner: string; lists: Record<string, List> }

const NAME = 'timeCapsuleUploadList'
/** The previewed files of the capsule being made (specification 3, `myContentList`); kept until it is sealed or dropped. */
export const CONTENT_LIST = 'myContentList'
const kept = onDevice<Making>(NAME)
const nothing = (): Making => ({ owner: '', lists: {} })
const NO_ITEMS: MadeItem[] = []

/** Survives a reload (specification 3, `timeCapsuleUploadList`). */
export const useFilesStore = create<Making>()(persist(nothing, { ...kept, migrate: nothing }))

askBeforeLoss(() => !device.isKept(NAME) && Object.keys(useFilesStore.getState().lists).some(isUnsaved))
// Another tab has picked or uploaded something: this one must not write over it.
window.addEventListener('storage', ({ key }) => {
  if (key === NAME) void useFilesStore.persist.rehydrate()
})

/** The files of this capsule, in the order they were picked. */
export const useMade = (userId: string, draft_id: string): MadeItem[] =>
  useFilesStore(({ owner, lists }) => (owner === userId ? lists[draft_id]?.items : undefined) ?? NO_ITEMS)

export const madeNow = (draft_id: string): MadeItem[] => useFilesStore.getState().lists[draft_id]?.items ?? NO_ITEMS

/** A file as it is now, in whichever capsule it is. */
export const itemNow = (id: string): MadeItem | undefined =>
  Object.values(useFilesStore.getState().lists)
    .flatMap(({ items }) => items)
    .find((item) => item.id === id)

/** Takes up a capsule: with the files changed here, if there are any; otherwise with those that the draft box holds. */
export function begin(owner: string, draft_id: string, held: readonly (MediaItem | ShownItem)[]) {
  dropStrangersFiles(owner)
  const { lists } = useFilesStore.getState()
  const items = held.map(madeFrom).map((item) => ({ ...item, ...markOf(item) }))
  const fresh = lists[draft_id] && isUnsaved(draft_id) ? lists[draft_id] : { items, kept: fingerprint(items) }
  useFilesStore.setState({ owner, lists: { ...lists, [draft_id]: fresh } })
}

/** Files that were refused before stay refused. */
function markOf({ key }: MadeItem): Partial<MadeItem> {
  const { lists } = useFilesStore.getState()
  const before = Object.values(lists).flatMap(({ items }) => items)
  const failed = before.find((item) => item.key === key && item.state === 'failed')
  return failed ? { state: 'failed', reason: failed.reason } : {}
}

/** Throws away what somebody else left on this device. */
export function dropStrangersFiles(userId: string | undefined) {
  if (userId === undefined || useFilesStore.getState().owner === userId) return
  useFilesStore.setState(nothing(), true)
}

export const addItems = (draft_id: string, added: readonly MadeItem[]) =>
  changeItems(draft_id, (items) => [...items, ...added])

export const removeItem = (draft_id: string, id: string) =>
  changeItems(draft_id, (items) => items.filter((item) => item.id !== id))

/** Changes one file, in whichever capsule it is; one that is gone stays gone. */
export function changeItem(id: string, patch: Partial<MadeItem>) {
  const { lists } = useFilesStore.getState()
  for (const [draft_id, list] of Object.entries(lists)) {
    if (!list.items.some((item) => item.id === id)) continue
    changeItems(draft_id, (items) => items.map((item) => (item.id === id ? { ...item, ...patch } : item)))
  }
}

/** Marks the upload under this key as refused by the server, now and at any other try. */
export function failItem(key: string, reason: string) {
  const items = Object.values(useFilesStore.getState().lists).flatMap(({ items }) => items)
  const failed = items.filter((item) => item.key === key || item.poster === key)
  for (const { id } of failed) changeItem(id, { state: 'failed', reason, mayRetry: false })
}

/** Notes that the draft box now has all files as they are here. */
export function markSaved(draft_id: string) {
  changeList(draft_id, ({ items }) => ({ items, kept: fingerprint(items) }))
}

export function dropList(draft_id: string) {
  dropFromTab(CONTENT_LIST)
  useFilesStore.setState(({ lists: { [draft_id]: _dropped, ...lists } }) => ({ lists }))
}

/** Forgets the capsules of which a file has now been sealed. */
export function dropSealed(content: readonly { content: string }[]) {
  const sealed = new Set(content.map((item) => item.content))
  for (const [draft_id, { items }] of Object.entries(useFilesStore.getState().lists)) {
    if (items.some(({ key }) => key && sealed.has(key))) dropList(draft_id)
  }
}

/** Whether this capsule has files or remarks that the draft box does not hold. */
export function isUnsaved(draft_id: string): boolean {
  const list = useFilesStore.getState().lists[draft_id]
  return list !== undefined && fingerprint(list.items) !== list.kept
}

/** The files of this person that the draft box does not hold as they are now. */
export function unsavedItems(userId: string): MadeItem[] {
  const { owner, lists } = useFilesStore.getState()
  if (owner !== userId) return []
  return Object.keys(lists)
    .filter(isUnsaved)
    .flatMap((draft_id) => madeNow(draft_id))
}

/** Whether this browser has stored the lists as they are now. */
export async function areListsStored(): Promise<boolean> {
  if (!device.isKept(NAME)) return false
  const stored = await kept.storage?.getItem(NAME)
  return JSON.stringify(stored?.state) === JSON.stringify(useFilesStore.getState())
}

/** The content to send. Every file must be up; a name that an older page has kept may end in half a character. */
export const contentOf = (items: readonly MadeItem[]): MediaItem[] =>
  items.map((item) => ({
    type: item.type,
    content: item.key ?? '',
    comment: item.comment,
    name: fileName(item.name),
    poster: item.poster,
    sha256: item.sha256,
    poster_sha256: item.poster_sha256,
    ...pictureFieldsOf(item),
  }))

/** Whether any capsule names the file kept under this key. */
export const isNamed = (key: string): boolean =>
  Object.values(useFilesStore.getState().lists).some(({ items }) =>
    items.some(({ id }) => id === key || smallOf(id) === key),
  )

/** Whether the preview page shows files of this type. */
export const isShown = ({ type }: { type: number }): boolean => type === ITEM.image || type === ITEM.video

export const kindOf = ({ type }: MadeItem) => ITEM_KIND[type] ?? 'file'

/** Calls `listener` for every file that no capsule names any more. */
export function onDropped(listener: (id: string) => void) {
  useFilesStore.subscribe((now, then) => {
    const named = new Set(idsOf(now))
    for (const id of idsOf(then)) if (!named.has(id)) listener(id)
  })
}

const idsOf = ({ lists }: Making): string[] => Object.values(lists).flatMap(({ items }) => items.map(({ id }) => id))

// Here, because pages that seal a capsule or close an account know nothing of uploading.
onDropped((id) => {
  void dropBlob(id)
  void dropBlob(smallOf(id))
})

const fingerprint = (items: readonly MadeItem[]): string => JSON.stringify(contentOf(items))

function changeItems(draft_id: string, change: (items: MadeItem[]) => MadeItem[]) {
  changeList(draft_id, ({ items, kept }) => ({ items: change(items), kept }))
}

function changeList(draft_id: string, change: (list: List) => List) {
  const { lists } = useFilesStore.getState()
  const list = lists[draft_id]
  if (list) useFilesStore.setState({ lists: { ...lists, [draft_id]: change(list) } })
}

function madeFrom(item: MediaItem | ShownItem): MadeItem {
  const { content, poster, comment, name = '' } = item
  const key = keyOf(content)
  return {
    id: newKey(),
    type: item.type as MadeItem['type'],
    name,
    size: 'size' in item ? item.size : undefined,
    comment,
    state: 'done',
    key,
    sha256: item.sha256,
    address: content === key ? undefined : content,
    poster: poster && keyOf(poster),
    poster_sha256: item.poster_sha256,
    posterAddress: poster === keyOf(poster ?? '') ? undefined : poster,
    ...pictureFieldsOf(item),
  }
}
