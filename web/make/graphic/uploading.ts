import { create } from 'zustand'
import { TEXT } from '#contract/codes.ts'
import { ITEM } from '#contract/content.ts'
import { FILES_MAX, OFFLINE_TOAST_MS, TOAST_ERROR_MS } from '#contract/limits.ts'
import { fileName, type MediaKind } from '#contract/media.ts'
import type { PictureFields } from '#contract/pictureFields.ts'
import { UPLOAD, whyNotUpload } from '#contract/upload.ts'
import { usableLocks } from '#web/client/storage/database.ts'
import { type Chosen, lookThrough } from '#web/client/upload/lookThrough.ts'
import { oneAtATime } from '#web/client/upload/picture.ts'
import { lookAt, posterOf } from '#web/client/upload/poster.ts'
import { addressOf, UploadError, uploadFile, whyFailed } from '#web/client/upload/upload.ts'
import { secondsOf } from '#web/client/upload/videoElement.ts'
import { dropBlob, keepBlob, readBlob, smallOf, sweepBlobs } from '#web/draft/current/blobs.ts'
import {
  addItems,
  changeItem,
  isNamed,
  itemNow,
  kindOf,
  type MadeItem,
  madeNow,
  onDropped,
  useFilesStore,
} from '#web/draft/current/files.ts'
import { newKey } from '#web/ui/newKey.ts'
import { toast } from '#web/ui/toast.tsx'
import { whileLooking } from './looking.ts'

/** The uploaded share of each file, 0 to 1; not kept over a reload. */
const useShares = create<Record<string, number>>(() => ({}))
export const useShare = (id: string): number => useShares((shares) => shares[id] ?? 0)

/** Takes files into a capsule, as many as there is room for, and begins to upload them. */
export const addFiles = (draft_id: string, files: readonly File[]): Promise<void> =>
  whileLooking(draft_id, files.length, () => take(draft_id, files))

async function take(draft_id: string, files: readonly File[]) {
  const { good, wrong } = await lookThrough(files)
  const room = FILES_MAX - madeNow(draft_id).length
  const words = [wrong, good.length > room ? UPLOAD.tooMany : undefined].filter((text) => text !== undefined)
  if (words.length > 0) toast(words.join('；'), { ms: TOAST_ERROR_MS })
  const added = good.slice(0, Math.max(0, room)).map((chosen) => ({ file: chosen.file, item: itemOf(chosen) }))
  addItems(
    draft_id,
    added.map(({ item }) => item),
  )
  // The page may have been left while the files were looked at.
  const begun = added.filter(({ item }) => isNamed(item.id))
  for (const { file, item } of begun) void keepBlob(item.id, file)
  for (const { item } of begun) void upload(item)
}

const TYPE_OF: Record<MediaKind, MadeItem['type']> = { image: ITEM.image, video: ITEM.video, file: ITEM.file }

const itemOf = ({ file, kind }: Chosen): MadeItem => ({
  id: newKey(),
  type: TYPE_OF[kind],
  name: fileName(file.name),
  size: file.size,
  comment: '',
  state: 'going',
})

const running = new Map<string, AbortController>()

/** Goes on with the uploads that a reload or a lost connection broke off. */
export function resume(draft_id: string) {
  for (const item of madeNow(draft_id)) {
    if (item.state === 'going' || item.mayRetry) void upload(item)
  }
}

/** Uploads one file – again, if it failed before – while the others go on. */
export async function upload(item: MadeItem) {
  const { id } = item
  if (running.has(id)) return
  const stop = new AbortController()
  running.set(id, stop)
  changeItem(id, { state: 'going', reason: undefined, mayRetry: undefined })
  const failed = (error: unknown) => {
    // Another tab may have uploaded the file meanwhile.
    if (!stop.signal.aborted && !itemNow(id)?.key) fail(id, error)
  }
  await inOneTab(id, stop.signal, () => bringUp(item, stop.signal).catch(failed)).catch(failed)
  running.delete(id)
  useShares.setState(({ [id]: _over, ...others }) => others, true)
}

/** Of several tabs only one uploads a file; the others wait, and go on with it if that tab is closed. */
async function inOneTab(id: string, signal: AbortSignal, act: () => Promise<void>) {
  const locks = await usableLocks()
  if (!locks) return act()
  const name = `upload ${id}`
  const first = await locks.request(name, { ifAvailable: true }, (lock) => lock && act().then(() => true))
  if (first) return
  await locks.request(name, { signal }, async () => {
    await useFilesStore.persist.rehydrate()
    if (itemNow(id)?.state === 'going') await act()
  })
}

async function bringUp(item: MadeItem, signal: AbortSignal) {
  changeItem(item.id, { ...(await sendUp(item, signal)), state: 'done' })
  void dropBlob(item.id)
  toastWhenAllUp(item.id)
}

async function sendUp(item: MadeItem, signal: AbortSignal) {
  const { id, name } = item
  const file = await readBlob(id)
  if (!file) throw new UploadError(UPLOAD.gone, false)
  const poster = await oneAtATime(() => look(item, file))
  if (poster && !item.poster) await sendPoster(id, poster, signal)
  const onProgress = (share: number) => useShares.setState({ [id]: share })
  return uploadFile(file, { id, kind: kindOf(item), name, onProgress, signal })
}

/**
 * Notes the size and placeholder of a picture and keeps a small one of any file for the grid, as far as the browser can draw
 * one; returns a video's poster, to be sent.
 */
async function look(item: MadeItem, file: Blob): Promise<Poster | undefined> {
  if (item.type === ITEM.image) {
    const { small, fields } = await lookAt(file)
    keepSmall(item.id, small)
    if (fields) changeItem(item.id, fields)
  }
  if (item.type !== ITEM.video) return undefined
  const wrong = whyNotUpload({ size: file.size, seconds: await secondsOf(file) })
  if (wrong) throw new UploadError(wrong, false)
  const poster = await posterOf(file)
  if (!poster) return undefined
  const { small = poster, fields } = await lookAt(poster)
  keepSmall(item.id, small)
  return { poster, fields }
}

type Poster = { poster: Blob; fields: PictureFields | undefined }

function keepSmall(id: string, small: Blob | undefined) {
  if (small && isNamed(id)) void keepBlob(smallOf(id), small)
}

/** A video without its picture is still a video; only a lost connection stops here. */
async function sendPoster(id: string, { poster, fields }: Poster, signal: AbortSignal) {
  try {
    const { key, address, sha256 } = await uploadFile(poster, { kind: 'image', name: 'poster.jpg', signal })
    changeItem(id, { poster: key, posterAddress: address, poster_sha256: sha256, ...fields })
  } catch (error) {
    if (!(error instanceof UploadError) || error.mayRetry) throw error
  }
}

function fail(id: string, error: unknown) {
  const { message, mayRetry } = whyFailed(error)
  changeItem(id, { state: 'failed', reason: message, mayRetry })
  toast(message, { ms: message === TEXT.offline ? OFFLINE_TOAST_MS : TOAST_ERROR_MS })
}

function toastWhenAllUp(id: string) {
  const list = Object.values(useFilesStore.getState().lists).find(({ items }) => items.some((item) => item.id === id))
  if (list?.items.every(({ state }) => state === 'done')) toast(UPLOAD.done)
}

// The upload of a file that is taken out of a capsule is stopped.
onDropped((id) => running.get(id)?.abort())

/** Gives uploaded files addresses that are good for a day, and forgets files that no capsule names. */
export async function freshen(draft_id: string) {
  void sweepBlobs(isNamed)
  for (const { id, key, poster } of madeNow(draft_id)) {
    if (!key) continue
    const address = await addressOf(key)
    const posterAddress = poster && (await addressOf(poster))
    if (address) changeItem(id, { address, posterAddress })
  }
}
