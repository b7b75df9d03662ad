import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Beside } from '#server/platform/media/store.ts'
import { nothingIfMissing, PARTS } from './files.ts'

/**
 * The witness of each database, and files beside it, in the media folder, which processes of several machines may share:
 * replaced whole.
 */
export function besideIn(root: string): Beside {
  const pathOf = (name: string): string => join(root, 'witness', name)
  return {
    read: (name) => readFile(pathOf(name), 'utf8').catch(nothingIfMissing),
    async keep(name, text) {
      const part = join(root, PARTS, randomUUID())
      await mkdir(dirname(pathOf(name)), { recursive: true, mode: 0o700 })
      await writeFile(part, text, { flag: 'wx', mode: 0o600, flush: true })
      await rename(part, pathOf(name))
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    list: async (folder) => (await readdir(pathOf(folder)).catch(nothingIfMissing)) ?? [],
  }
}
