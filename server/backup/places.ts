import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirLocked } from '#server/db/embedded/errors.ts'
import { lockFolder } from '#server/db/embedded/lock.ts'
import { refuse } from '#server/fail.ts'
import { writeWhole } from './files.ts'

/** There once a backup was proven; it holds when. */
const GOOD = 'good'
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

export const callGood = (folder: string, now: Date): Promise<void> =>
  writeWhole(join(folder, GOOD), `${now.toISOString()}\n`)

/** One that was cut short has no manifest. */
export const isFinished = (folder: string): Promise<boolean> => exists(join(folder, 'manifest.json'))

export const isGood = (folder: string): Promise<boolean> => exists(join(folder, GOOD))

/** Every backup of a place, the newest first, finished or not. */
export async function namesIn(place: string): Promise<string[]> {
  const found = await readdir(join(place, BACKUPS)).catch(() => [])
  return found
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
}

/** What one that was killed has left: halves of objects, scratch databases. Only for whoever has the place alone. */
async function clearLeftOvers(place: string): Promise<void> {
  const left = (await readdir(place)).filter((name) => name === PARTS || name.startsWith(SCRATCH))
  for (const name of left) await rm(join(place, name), { recursive: true, force: true })
}

/** A backup as people name it: its own folder, or the place of all, which means the newest good one. */
export async function findBackup(path: string): Promise<{ place: string; folder: string }> {
  if (await isFinished(path)) return { place: join(path, '..', '..'), folder: path }
  for (const name of await namesIn(path)) {
    if (await isGood(folderOf(path, name))) return { place: path, folder: folderOf(path, name) }
  }
  throw refuse(`${path} 里没有可用的备份`)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Of two backups into one place at once, or a backup and a restore, the second waits for the first. */
export async function alone<T>(place: string, work: () => Promise<T>): Promise<T> {
  await mkdir(place, { recursive: true, mode: 0o700 })
  const onWait = () => console.error(`${place} 里正在进行另一次备份或恢复，等它完成……`)
  const unlock = await lockFolder(place, {}, { ms: WAIT_MS, onWait }).catch(sayBusy)
  return clearLeftOvers(place).then(work).finally(unlock)

  function sayBusy(error: unknown): never {
    throw error instanceof DataDirLocked ? refuse(`${place} 里的另一次备份或恢复还没有完成，请稍后再试`) : error
  }
}
