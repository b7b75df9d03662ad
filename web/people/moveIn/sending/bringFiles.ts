import { fileName, type MediaKind } from '#contract/media.ts'
import type { PictureFields } from '#contract/pictureFields.ts'
import { ofFile, UPLOAD, whyNotUpload } from '#contract/upload.ts'
import { lookThrough } from '#web/client/upload/lookThrough.ts'
import { measured, oneAtATime } from '#web/client/upload/picture.ts'
import { posterOf } from '#web/client/upload/poster.ts'
import { UploadError, uploadFile } from '#web/client/upload/upload.ts'
import { secondsOf } from '#web/client/upload/videoElement.ts'
import { type FileRef, NotReadable, type ParsedEntry, type ParsedItem } from '../parsed.ts'
import { filesOf } from '../reading/outline.ts'
import { atMost } from './atMost.ts'
import type { Course } from './course.ts'
import { uploadName } from './names.ts'
import { steadily } from './steadily.ts'

/** A file that is with the store. */
export type Brought = PictureFields & { key: string; sha256?: string; poster?: string; poster_sha256?: string }
/** The files of one entry by their places; those that were left out are missing. */
export type BroughtFiles = ReadonlyMap<FileRef, Brought>

const FILES_AT_ONCE = 2
const DAMAGED = '文件已损坏'

type Going = { entry: ParsedEntry; ref: FileRef; kind: MediaKind; place: number }

/** Uploads the files of an entry. One that the store would not take, or has not taken, is left out, and `leaveOut` hears why. */
export async function bringFiles(
  course: Course,
  entry: ParsedEntry,
  leaveOut: (why: string) => void,
): Promise<BroughtFiles> {
  const kinds = kindsOf(entry.items)
  const going = filesOf(entry).map((ref, place) => ({ entry, ref, place, kind: kinds.get(ref) ?? 'image' }))
  const brought = await atMost(FILES_AT_ONCE, going, (one) => bring(course, one, leaveOut))
  return new Map(going.flatMap(({ ref }, at) => (brought[at] ? [[ref, brought[at]] as const] : [])))
}

const KIND = { 1: 'image', 2: 'video', 3: 'file' } as const

/** Pictures of a text and posters are images. */
const kindsOf = (items: readonly ParsedItem[]): Map<FileRef, MediaKind> =>
  new Map(items.flatMap((item) => ('file' in item ? [[item.file, KIND[item.type]] as const] : [])))

async function bring(course: Course, going: Going, leaveOut: (why: string) => void): Promise<Brought | undefined> {
  await course.untilWanted()
  const name = nameOf(course, going)
  const file = await fileOf(course, going, name)
  const wrong = file ? await whyNot(file, going.kind) : ofFile(name, DAMAGED)
  if (!file || wrong) {
    leaveOut(wrong ?? '')
    return undefined
  }
  try {
    return await sendUp(course, going, file)
  } catch (error) {
    if (!(error instanceof UploadError) || error.mayRetry) throw error
    leaveOut(ofFile(name, error.message))
    return undefined
  }
}

const nameOf = ({ reader }: Course, { ref }: Going): string =>
  fileName(reader.outline.files[ref]?.name.split('/').at(-1) ?? '') || '文件'

/** Undefined when it cannot be read. */
async function fileOf({ reader }: Course, { ref }: Going, name: string): Promise<File | undefined> {
  try {
    return new File([await reader.file(ref)], name)
  } catch (error) {
    if (error instanceof NotReadable) return undefined
    throw error
  }
}

/** Told by its bytes: a HEIC is no picture that the store takes, whatever it is called. */
async function whyNot(file: File, kind: MediaKind): Promise<string | undefined> {
  const tooMuch = whyNotUpload({ size: file.size })
  if (tooMuch) return ofFile(file.name, tooMuch)
  if (kind === 'file') return undefined
  const { good, wrong } = await lookThrough([file], { pictures: kind === 'image' })
  if (wrong) return wrong
  if (good[0]?.kind !== kind) return ofFile(file.name, UPLOAD.unknownVideo)
  const tooLong = kind === 'video' && whyNotUpload({ size: file.size, seconds: await secondsOf(file) })
  return tooLong ? ofFile(file.name, tooLong) : undefined
}

async function sendUp(course: Course, going: Going, file: File): Promise<Brought> {
  const { entry, kind, place } = going
  const poster = kind === 'video' ? await posterFor(course, going, file) : undefined
  const fields = kind === 'image' ? await measured(file) : {}
  const id = uploadName(course.batchId, entry.source_id, place)
  const { key, sha256 } = await send(course, file, { id, kind, name: file.name })
  return { key, sha256, ...fields, ...poster }
}

/** The picture that stands for a video which brings none along, where this browser can draw one. */
async function posterFor(course: Course, { entry, ref, place }: Going, video: File) {
  if (entry.items.some((item) => item.type === 2 && item.file === ref && item.poster !== undefined)) return undefined
  const drawn = await oneAtATime(() => posterOf(video))
  if (!drawn) return undefined
  const id = uploadName(course.batchId, entry.source_id, `poster ${place}`)
  const [{ key, sha256 }, fields] = await Promise.all([
    send(course, drawn, { id, kind: 'image', name: 'poster.jpg' }),
    measured(drawn),
  ])
  return { poster: key, poster_sha256: sha256, ...fields }
}

const send = (course: Course, file: Blob, options: { id: string; kind: MediaKind; name: string }) =>
  steadily(() => uploadFile(file, { ...options, signal: course.signal }), course)
