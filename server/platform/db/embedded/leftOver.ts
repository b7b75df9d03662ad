import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#contract/time.ts'
import { LOCK_FILE } from './lock.ts'
import { isAlive, type Owner, thisProcess } from './owner.ts'

/** Names the process that had the copy made; a process that reads the copy also holds its lock. */
const MAKER = 'made-by'

/** Notes in a folder that it belongs to this process for as long as the process lives. */
export const noteMaker = (folder: string): Promise<void> =>
  writeFile(join(folder, MAKER), JSON.stringify(thisProcess()), { mode: 0o600 })

/** Whether no living process owns the folder. Where that cannot be told – another container's, or no name – after a day. */
export async function isLeft(folder: string): Promise<boolean> {
  const owners = (await Promise.all([MAKER, LOCK_FILE].map((name) => ownerIn(join(folder, name))))).filter(
    (owner) => owner !== undefined,
  )
  const alive = owners.map(isAlive)
  if (alive.includes(true)) return false
  if (alive.length > 0 && !alive.includes(undefined)) return true
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > DAY_MS
}

const ownerIn = (path: string): Promise<Owner | undefined> =>
  readFile(path, 'utf8').then(
    (text) => parsed(text),
    () => undefined,
  )

function parsed(text: string): Owner | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
