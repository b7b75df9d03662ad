import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isLeft, noteMaker } from '#server/db/embedded/leftOver.ts'

const COPY = /^copy-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Where a move keeps its backup on the way. */
export const MOVING = 'moving'

/** A folder for a copy of the embedded database, which is this process’ for as long as it lives. */
export async function newCopy(dataDir: string): Promise<string> {
  const folder = join(dataDir, `copy-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  await noteMaker(folder)
  return folder
}

export const isCopyIn = (dataDir: string, folder: string): boolean =>
  dirname(folder) === dataDir && COPY.test(basename(folder))

/** What backups and moves that were killed have left: nobody who lives has it. A folder that cannot be cleared stops nobody. */
export async function clearCopies(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter((name) => name === MOVING || COPY.test(name))) {
    const folder = join(dataDir, name)
    if (await isLeft(folder)) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
