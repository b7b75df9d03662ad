import type { MediaKind } from '#contract/media.ts'
import { PICTURE_HEAD_BYTES, sizeOf, whyNotPixels } from '#contract/pixels.ts'
import { SNIFFED_BYTES, sniff } from '#contract/sniff.ts'
import { ofFile, UPLOAD, whyNotUpload } from '#contract/upload.ts'

export type Chosen<F extends File = File> = { file: F; kind: MediaKind }
type Looked = Chosen & { wrong?: string }

/**
 * Tells the kinds of the chosen files by their bytes, whatever their names and types say: `file` is anything but a picture or
 * video that we show. `wrong` names those that are not accepted, each with its reason. `pictures`: nothing else is accepted.
 */
export async function lookThrough(
  files: readonly File[],
  { pictures = false }: { pictures?: boolean } = {},
): Promise<{ good: Chosen[]; wrong?: string }> {
  const looked: Looked[] = []
  // One after the other, since a part of each file is in memory.
  for (const file of files) looked.push(await look(file, pictures))
  return { good: looked.filter(({ wrong }) => !wrong), wrong: reasonsOf(looked) }
}

async function look(file: File, pictures: boolean): Promise<Looked> {
  // A file that cannot be read fails when it is sent.
  const first = await firstOf(file).catch(() => new Uint8Array())
  const mime = mimeOf(first)
  const kind = KIND_OF[mime.split('/')[0]!] ?? 'file'
  const isStrange = pictures && kind !== 'image' && file.size > 0
  const wrong = isStrange ? UPLOAD.unknownImage : (whyNotUpload({ size: file.size }) ?? whyNotShown(mime, first))
  return { file, kind, wrong }
}

const KIND_OF: Record<string, MediaKind> = { image: 'image', video: 'video' }

const firstOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer())

const mimeOf = (first: Uint8Array): string => sniff(first.subarray(0, SNIFFED_BYTES)) ?? ''

/** How many pixels a picture's head states; a picture that does not state a size there may have any number. */
export async function pixelsOf(picture: Blob): Promise<number> {
  const first = await firstOf(picture)
  const size = sizeOf(mimeOf(first), first)
  return size ? size.width * size.height : Number.POSITIVE_INFINITY
}

function whyNotShown(mime: string, first: Uint8Array): string | undefined {
  const size = sizeOf(mime, first)
  return size && whyNotPixels(mime, size)
}

/** Each reason once, behind the names of its files. */
function reasonsOf(looked: readonly Looked[]): string | undefined {
  const reasons = [...new Set(looked.flatMap(({ wrong }) => wrong ?? []))]
  const said = reasons.map((reason) => {
    const names = looked.filter(({ wrong }) => wrong === reason).map(({ file }) => file.name)
    return ofFile(namesText(names), reason)
  })
  return said.join('；') || undefined
}

const NAMES_MOST = 3
const namesText = (names: readonly string[]): string =>
  names.length > NAMES_MOST ? `${names.slice(0, NAMES_MOST).join('、')}等${names.length}个文件` : names.join('、')
