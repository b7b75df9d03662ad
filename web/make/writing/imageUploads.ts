import { type Editor, Extension } from '@tiptap/core'
import type { Attrs } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { TEXT } from '#contract/codes.ts'
import { plainText } from '#contract/content.ts'
import { TEXT_IMAGES_MAX } from '#contract/limits.ts'
import { newKey } from '#web/ui/newKey.ts'
import { toast } from '#web/ui/toast.tsx'
import { follow } from './follow.ts'
import { IMAGES_TOO_MANY, imageCount } from './imageHtml.ts'
import { closeSlot, fillSlot, imageSlots, openSlots, placeBeside, slotsOf } from './imageSlots.ts'
import { refusedImages } from './refusedImages.ts'

/** A picture on its way into the text. `element` holds its place there, `picture` shows it meanwhile. */
export type ImageUpload = {
  id: string
  file: File
  picture: string
  element: HTMLElement
  stop: AbortController
  share: number
  /** Why it did not get through. */
  failed?: string
  mayRetry: boolean
}
/** `looks`: how many times something was chosen that is still being looked at. */
type Uploads = { list: readonly ImageUpload[]; looks: number }

export const IMAGES_UNDER_WAY = '图片正在上传，请稍候'
export const IMAGES_NEED_SIGN_IN = '登录后才能插入图片'
export const IMAGES_FAILED = '有图片没有上传成功，请重试或删除'

/** Pictures that are chosen, pasted or dropped go up, and into the text once they are there. */
export const ImageUploads = Extension.create<{ signedIn: boolean }>({
  name: 'imageUploads',
  addOptions: () => ({ signedIn: true }),
  addProseMirrorPlugins() {
    const props = this.options.signedIn ? takesFiles(this.editor) : refusesFiles
    return [imageSlots(), refusedImages(), new Plugin({ props })]
  },
  onDestroy() {
    for (const upload of uploadsOf(this.editor).getState().list) release(upload)
  },
})

// Not in the editor's own storage: React may still render with one that has just been destroyed.
const stores = new WeakMap<Editor, StoreApi<Uploads>>()

/** The pictures on their way into this editor's text, in the order they were chosen. */
export function uploadsOf(editor: Editor): StoreApi<Uploads> {
  const store = stores.get(editor) ?? createStore<Uploads>(() => ({ list: [], looks: 0 }))
  stores.set(editor, store)
  return store
}

/** Why a text with these is not ready to be kept, or undefined. */
export function whyNotReady({ list, looks }: Uploads): string | undefined {
  if (list.some(({ failed }) => failed)) return IMAGES_FAILED
  return list.length + looks > 0 ? IMAGES_UNDER_WAY : undefined
}

/** Starts the uploads of those that may go up, below the block that is at this position now. The text waits for them. */
export async function addImages(editor: Editor, files: readonly File[], position = editor.state.selection.to) {
  const leave = follow(editor, position)
  noteLooks(editor, 1)
  try {
    const looked = await lookThrough(files)
    const at = leave()
    if (!editor.isDestroyed) begin(editor, looked, at)
  } finally {
    noteLooks(editor, -1)
  }
}

function begin(editor: Editor, { good, wrong }: Taken, position: number) {
  const left = TEXT_IMAGES_MAX - imageCount(editor.getHTML()) - slotsOf(editor.state).length
  if (wrong || good.length > left) toast(wrong ?? IMAGES_TOO_MANY)
  const uploads = good.slice(0, Math.max(0, left)).map(({ file }) => begun(file))
  if (uploads.length === 0) return
  openSlots(editor.view, placeBeside(editor.state, position), uploads)
  uploadsOf(editor).setState(({ list }) => ({ list: [...list, ...uploads] }))
  for (const upload of uploads) void send(editor, upload)
}

const noteLooks = (editor: Editor, more: number) => uploadsOf(editor).setState(({ looks }) => ({ looks: looks + more }))

/** Tries a failed upload again. */
export function retryImage(editor: Editor, upload: ImageUpload) {
  change(editor, upload.id, { failed: undefined, share: 0 })
  void send(editor, upload)
}

export function removeImage(editor: Editor, upload: ImageUpload) {
  drop(editor, upload)
  closeSlot(editor.view, upload.id)
}

export function removeAllImages(editor: Editor) {
  for (const upload of uploadsOf(editor).getState().list) removeImage(editor, upload)
}

/** The code that looks at files loads once some are to be chosen; where it fails, sending says that there is no network. */
export const looking = () => import('#web/client/upload/lookThrough.ts').catch(() => undefined)

const lookThrough = async (files: readonly File[]): Promise<Taken> =>
  (await (await looking())?.lookThrough(files, { pictures: true })) ?? { good: files.map((file) => ({ file })) }

type Taken = { good: readonly { file: File }[]; wrong?: string }

function begun(file: File): ImageUpload {
  const element = document.createElement('div')
  element.contentEditable = 'false'
  const picture = URL.createObjectURL(file)
  return { id: newKey(), file, picture, element, stop: new AbortController(), share: 0, mayRetry: false }
}

async function send(editor: Editor, upload: ImageUpload) {
  const { id, file, stop } = upload
  const sending = await import('./sendImage.ts').catch(() => undefined)
  if (!sending) return change(editor, id, { failed: TEXT.offline, mayRetry: true })
  const onProgress = (share: number) => change(editor, id, { share })
  const image = await sending.sendImage(editor.view, file, { id, onProgress, signal: stop.signal })
  if (stop.signal.aborted) return
  if ('src' in image) put(editor, upload, image)
  else change(editor, id, { failed: image.message, mayRetry: image.mayRetry })
}

function put(editor: Editor, upload: ImageUpload, attributes: Attrs) {
  const image = editor.schema.nodes.image?.create(attributes)
  drop(editor, upload)
  if (image) fillSlot(editor.view, upload.id, image)
}

function change(editor: Editor, id: string, patch: Partial<ImageUpload>) {
  const patched = (upload: ImageUpload) => (upload.id === id ? { ...upload, ...patch } : upload)
  uploadsOf(editor).setState(({ list }) => ({ list: list.map(patched) }))
}

function drop(editor: Editor, upload: ImageUpload) {
  release(upload)
  uploadsOf(editor).setState(({ list }) => ({ list: list.filter(({ id }) => id !== upload.id) }))
}

function release({ stop, picture }: ImageUpload) {
  stop.abort()
  URL.revokeObjectURL(picture)
}

const takesFiles = (editor: Editor) => ({
  handlePaste: (_view: EditorView, event: ClipboardEvent) => takeFiles(editor, event.clipboardData),
  handleDrop: (view: EditorView, event: DragEvent, _slice: unknown, moved: boolean) => {
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
    return !moved && takeFiles(editor, event.dataTransfer, at?.pos)
  },
})

/** Pictures belong to an account: a person without a sign-in is told so. */
const refusesFiles = {
  handlePaste: (_view: EditorView, event: ClipboardEvent) => refuseFiles(event.clipboardData),
  handleDrop: (_view: EditorView, event: DragEvent) => refuseFiles(event.dataTransfer),
}

function refuseFiles(data: DataTransfer | null): boolean {
  if (!bringsFiles(data)) return false
  toast(IMAGES_NEED_SIGN_IN)
  return true
}

/** A copied picture brings HTML without words beside its file; text from an office brings words, and a picture of them. */
const bringsFiles = (data: DataTransfer | null): data is DataTransfer =>
  Boolean(data?.files.length) && !plainText(data!.getData('text/html')).trim()

function takeFiles(editor: Editor, data: DataTransfer | null, position?: number): boolean {
  if (!bringsFiles(data)) return false
  void addImages(editor, [...data.files], position)
  return true
}
