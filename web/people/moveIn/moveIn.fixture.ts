import { vi } from 'vitest'
import type { ImportSource } from '#contract/importSource.ts'
import type { LeftOut, Parsed, ParsedEntry } from './parsed.ts'
import { answering, type Question, type Told } from './reading/answering.ts'

export const textEntry = (id: string, html: string, day = '2019-05-01'): ParsedEntry => ({
  source_id: id,
  kind: 'diary',
  created_at: `${day} 21:30:00`,
  content_type: 0,
  items: [{ type: 0, html }],
})

type Made = {
  source?: ImportSource
  entries: ParsedEntry[]
  files?: File[]
  leftOut?: LeftOut[]
  lost?: string[]
}

/** A source's yield of these. */
export const parsedOf = ({ source = 'markdown', entries, files = [], leftOut = [], lost = [] }: Made): Parsed => ({
  source,
  entries,
  leftOut,
  lost,
  files: files.map((file) => ({ name: file.name, bytes: file.size, read: async () => file })),
})

/** Stands in for the workers of a page: the one that reads an import yields this, the one that hashes makes nothing. */
export function workersRead(parsed: Parsed | Promise<Parsed>): void {
  function Worker(address: URL) {
    const worker = {
      onmessage: undefined as ((event: { data: Told | undefined }) => void) | undefined,
      postMessage: (question: Question) => void act(question),
      terminate: () => undefined,
    }
    const answer = answering(
      async () => parsed,
      (data) => worker.onmessage?.({ data }),
    )
    const act = async (question: Question) =>
      String(address).includes('sha256') ? worker.onmessage?.({ data: undefined }) : answer(question)
    return worker
  }
  vi.stubGlobal('Worker', Worker)
}
