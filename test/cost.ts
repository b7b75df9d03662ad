import { afterAll } from 'vitest'
import { ofEndedChildren } from '../scripts/processor.mjs'

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: seconds of processor of its worker and of the processes that the worker has waited for. */
    processor?: number
  }
}

const worker = globalThis as { processorBefore?: number }

/** A shared worker counts on from the file before; a worker of one file counts from its start. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names it is given from this pattern
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage()
  const now = (user + system) / 1e6 + ofEndedChildren()
  file.meta.processor = now - (worker.processorBefore ?? 0)
  worker.processorBefore = now
})
