import { readFile, stat } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Entry, makeWords, type Words } from './words.ts'

/** A file that was changed is read anew within so long. */
const LOOK_EVERY_MS = 5_000

type Options = { path: string | undefined; log: Pick<FastifyBaseLogger, 'error'>; now?: () => number }

/**
 * Gives the words in force: the built-in ones, changed by the operator's file. It is read anew while the process runs;
 * one that cannot be read leaves the words as they were, and says so once.
 */
export function openWords({ path, log, now = () => performance.now() }: Options): () => Promise<Words> {
  let words = makeWords()
  let version = ''
  let lookedAt = -Infinity
  let looking = Promise.resolve()

  async function look(path: string): Promise<void> {
    const newest = await versionOf(path)
    if (newest === version) return
    words = makeWords(entriesOf(await readFile(path, 'utf8')))
    version = newest
  }

  function complain(error: Error): void {
    if (version !== UNREADABLE) log.error({ reason: error.message }, 'the word list cannot be read')
    version = UNREADABLE
  }

  return async () => {
    if (path !== undefined && now() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = now()
      looking = look(path).catch(complain)
    }
    await looking
    return words
  }
}

const UNREADABLE = 'unreadable'

/** When it was last written, and its length: some file systems count whole seconds alone. */
async function versionOf(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path)
  return `${mtimeMs} ${size}`
}

/** A word a line: `?` before it makes it doubtful in place of refused, `-` takes it out, `#` begins a remark. */
function entriesOf(text: string): Entry[] {
  const lines = text.split('\n').map((line) =>
    line
      .replace(/^\ufeff/, '')
      .replace(/#.*/, '')
      .trim(),
  )
  return lines.filter(Boolean).map((line) => {
    if (line.startsWith('-')) return [line.slice(1), undefined]
    if (line.startsWith('?')) return [line.slice(1), { verdict: 'doubtful', label: 'own' }]
    return [line, { verdict: 'refused', label: 'own' }]
  })
}
