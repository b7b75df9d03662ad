import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '#server/core/fail.ts'
import { DataDirLocked } from '#server/platform/db/embedded/errors.ts'
import { lockFolder } from '#server/platform/db/embedded/lock.ts'
import { withPath } from '#server/platform/folders/whatIsWrong.ts'
import { writeWhole } from './files.ts'
import { sumOfManifest } from './manifest.ts'

/** There once a backup was proven; it holds when, and of which manifest that was said. */
const GOOD = 'good'
/** There once a backup was found not to be good. */
const DOUBTFUL = 'doubtful'
const BACKUPS = 'backups'
export const PARTS = 'parts'
export const SCRATCH = 'scratch-'
/** The day's own backup of a small site is done by then. */
const WAIT_MS = 10 * 60_000
const NAME = /^\d{8}T\d{6}Z$/

export const folderOf = (place: string, name: string): string => join(place, BACKUPS, name)

/** `20261124T031500Z`: they sort by their moment. */
export const nameAt = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d+/g, '')

export const momentOf = (name: string): Date =>
  new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

export const markVerified = async (folder: string, now: Date): Promise<void> =>
  writeWhole(join(folder, GOOD), `${now.toISOString()}\n${await sumOfManifest(folder)}\n`)

/** Marks a backup as doubtful: it is kept, but not counted as a backup; `why` is for its reader. */
export async function markDoubtful(folder: string, why: string): Promise<void> {
  await writeWhole(join(folder, DOUBTFUL), `${why}\n`)
  await rm(join(folder, GOOD), { force: true })
}

/** `dated` were called good by a version that wrote down no more than when; `doubtful` what is not what was called good. */
export type Word = 'good' | 'dated' | 'doubtful' | 'none'

export async function wordOf(folder: string): Promise<Word> {
  if (await exists(join(folder, DOUBTFUL))) return 'doubtful'
  const text = await readFile(join(folder, GOOD), 'utf8').catch(() => undefined)
  if (text === undefined) return 'none'
  const sum = text.split('\n')[1]
  if (!sum) return 'dated'
  return sum === (await sumOfManifest(folder)) ? 'good' : 'doubtful'
}

/** One that was cut short has no manifest. */
export const isFinished = (folder: string): Promise<boolean> => exists(join(folder, 'manifest.json'))

/** Every backup of a place, the newest first, finished or not. */
export async function namesIn(place: string): Promise<string[]> {
  const found = await readdir(join(place, BACKUPS)).catch(() => [])
  return found
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
}

/** Clears the leavings of a killed backup: halves of objects, scratch databases. Only under the place's lock. */
async function clearLeftOvers(place: string): Promise<void> {
  const left = (await readdir(place)).filter((name) => name === PARTS || name.startsWith(SCRATCH))
  for (const name of left) await rm(join(place, name), { recursive: true, force: true })
}

/** To be restored, which reads and compares all of it anyway. */
const BELIEVED = new Set<Word>(['good', 'dated'])

/** A backup as people name it: its own folder, or the place of all, which means the newest good one. */
export async function findBackup(path: string): Promise<{ place: string; folder: string }> {
  if (await isFinished(path)) return { place: join(path, '..', '..'), folder: path }
  for (const name of await namesIn(path)) {
    const folder = folderOf(path, name)
    if (BELIEVED.has(await wordOf(folder))) return { place: path, folder }
  }
  throw refuse(`${path} 里没有可用的备份`)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Of two backups into one place at once, or a backup and a restore, the second waits for the first. */
export async function withLock<T>(place: string, work: () => Promise<T>): Promise<T> {
  await mkdir(place, { recursive: true, mode: 0o700 })
  const onWait = () => console.error(`${place} 里正在进行另一次备份或恢复，等它完成……`)
  const unlock = await lockFolder(place, {}, { ms: WAIT_MS, onWait }).catch(sayBusy)
  return clearLeftOvers(place)
    .then(work)
    .catch((error) => Promise.reject(withPath(error, place)))
    .finally(unlock)

  function sayBusy(error: unknown): never {
    throw error instanceof DataDirLocked ? refuse(`${place} 里的另一次备份或恢复还没有完成，请稍后再试`) : error
  }
}
