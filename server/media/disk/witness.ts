import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Witness } from '#server/clock/witness.ts'
import { nothingIfMissing, PARTS } from './files.ts'

/** A file for each database in the media folder, which processes of several machines may share: replaced whole. */
export function witnessIn(root: string): Witness {
  const folder = join(root, 'witness')
  return {
    read: (name) => readFile(join(folder, name), 'utf8').catch(nothingIfMissing),
    async keep(name, text) {
      const part = join(root, PARTS, randomUUID())
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(part, text, { flag: 'wx', mode: 0o600, flush: true })
      await rename(part, join(folder, name))
    },
  }
}
