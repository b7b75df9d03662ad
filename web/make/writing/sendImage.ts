import type { EditorView } from '@tiptap/pm/view'
import { measured } from '#web/client/upload/picture.ts'
import { type UploadOptions, uploadFile, whyFailed } from '#web/client/upload/upload.ts'

// Loaded with the first picture that goes up from a text.

const LOAD_TIMEOUT_MS = 8_000

/**
 * Sends a picture up and measures it meanwhile. Returns its attributes in the text, once it has been loaded from its address and
 * nothing is half typed – or why it did not get through.
 */
export async function sendImage(view: EditorView, file: File, options: Omit<UploadOptions, 'kind' | 'name'>) {
  try {
    const sent = uploadFile(file, { ...options, kind: 'image', name: file.name })
    const [{ address: src, sha256 }, { width, height, placeholder }] = await Promise.all([sent, measured(file)])
    await loaded(src)
    await untilTyped(view)
    return { src, 'data-sha256': sha256, width, height, 'data-placeholder': placeholder }
  } catch (error) {
    return whyFailed(error)
  }
}

/** The text does not jump: what takes the place is there already. */
async function loaded(src: string) {
  const picture = Object.assign(new Image(), { src })
  const late = new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS))
  await Promise.race([picture.decode?.().catch(() => undefined), late])
}

/** Chinese that is half typed keeps its letters: the text changes once they are in. */
async function untilTyped({ composing, dom }: EditorView) {
  if (composing) await new Promise((resolve) => dom.addEventListener('compositionend', resolve, { once: true }))
  if (composing) await new Promise((resolve) => setTimeout(resolve, 50))
}
