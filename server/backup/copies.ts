import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DAY_MS } from '#contract/time.ts'
import { LOCK_FILE } from '#server/db/embedded/lock.ts'
import { isAlive, type Owner, thisProcess } from '#server/db/embedded/owner.ts'

const COPY = /^copy-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Where a move keeps its backup on the way. */
export const MOVING = 'moving'
/** Who had the copy made; whoever reads it holds its lock besides. */
const MAKER = 'made-by'

/** A folder for a copy of the embedded database, which is this process’ for as long as it lives. */
export async function newCopy(dataDir: string): Promise<string> {
  const folder = join(dataDir, `copy-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  await writeFile(join(folder, MAKER), JSON.stringify(thisProcess()), { mode: 0o600 })
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

/** Where it cannot be told – another container's, or one that names nobody – after a day. */
async function isLeft(folder: string): Promise<boolean> {
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
