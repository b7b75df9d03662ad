import type { ImportSource } from '#contract/importSource.ts'
import { now } from '#web/ui/clock.ts'
import { type FileRef, NotReadable, type ParsedEntry } from '../parsed.ts'
import type { Question, Told } from './answering.ts'
import type { Outline } from './outline.ts'

/** Entries and files of an import, as the worker holds them. */
export type Reader = {
  outline: Outline
  entries: (places: readonly number[]) => Promise<ParsedEntry[]>
  /** Throws `NotReadable` for a file that is damaged. */
  file: (ref: FileRef) => Promise<Blob>
  close: () => void
}

type Opening = { onProgress: (done: number, all: number) => void; signal: AbortSignal }
type Unnumbered = Question extends infer One ? (One extends Question ? Omit<One, 'id'> : never) : never
type Waiting = { resolve: (answer: never) => void; reject: (error: unknown) => void }

const NO_MEMORY = '读这个文件时出了问题，可能是它太大了'

/** Reads the chosen files in a worker, so that the page answers meanwhile. `signal` ends the worker, at any time. */
export async function openReader(
  source: ImportSource,
  files: File[],
  { onProgress, signal }: Opening,
): Promise<Reader> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0

  function ask<T>(asked: Unnumbered): Promise<T> {
    last += 1
    const id = last
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.postMessage({ ...asked, id })
    }).finally(() => waiting.delete(id))
  }
  function endAll(error: unknown): void {
    worker.terminate()
    for (const { reject } of waiting.values()) reject(error)
  }
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('progress' in data) return onProgress(data.progress.done, data.progress.all)
    const asker = waiting.get(data.id)
    if ('failed' in data) asker?.reject(new NotReadable(data.failed))
    else asker?.resolve(data.answer as never)
  }
  worker.onerror = () => endAll(new NotReadable(NO_MEMORY))
  signal.addEventListener('abort', () => endAll(signal.reason))

  const outline = await ask<Outline>({ ask: 'read', source, files, now: now() })
  return {
    outline,
    entries: (places) => ask({ ask: 'entries', places }),
    file: (file) => ask({ ask: 'file', file }),
    close: () => worker.terminate(),
  }
}
