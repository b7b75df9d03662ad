import type { ImportSource } from '#contract/importSource.ts'
import { type FileRef, NotReadable, type Parsed } from '../parsed.ts'
import { outlineOf } from './outline.ts'

type Ask =
  | { ask: 'read'; source: ImportSource; files: File[]; now: number }
  | { ask: 'entries'; places: readonly number[] }
  | { ask: 'file'; file: FileRef }
/** A question of the page to the worker, told from others by its id. */
export type Question = Ask & { id: number }
export type Told =
  | { id: number; answer: unknown }
  | { id: number; failed: string }
  | { progress: { done: number; all: number } }

type Reading = { onProgress: (done: number, all: number) => void; now: Date }
export type Parse = (source: ImportSource, files: File[], reading: Reading) => Promise<Parsed>

const CANNOT_READ = '这个文件读不出来，请确认它是完整的导出文件'
const TELL_EVERY_MS = 100

/** The worker's side: reads the files once, holds what they have, and gives entries and files as they are asked for. */
export function answering(parse: Parse, tell: (told: Told) => void): (question: Question) => Promise<void> {
  let parsed: Parsed | undefined
  let toldAt = Number.NEGATIVE_INFINITY

  function onProgress(done: number, all: number): void {
    const at = performance.now()
    if (at - toldAt < TELL_EVERY_MS) return
    toldAt = at
    tell({ progress: { done, all } })
  }

  async function answerTo(question: Question): Promise<unknown> {
    if (question.ask === 'read') {
      parsed = await parse(question.source, question.files, { onProgress, now: new Date(question.now) })
      return outlineOf(parsed)
    }
    if (question.ask === 'entries') return question.places.map((place) => parsed!.entries[place]!)
    return parsed!.files[question.file]!.read()
  }

  return async (question) => {
    const { id } = question
    try {
      tell({ id, answer: await answerTo(question) })
    } catch (error) {
      tell({ id, failed: error instanceof NotReadable ? error.message : CANNOT_READ })
    }
  }
}
