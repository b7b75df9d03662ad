import { lstat, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesIn } from './bytesIn.ts'
import { copyFolder } from './copyFolder.ts'
import type { Log } from './engine.ts'
import { isLeft, noteMaker } from './leftOver.ts'

/** As `statfs` calls a disk that lies in memory. */
const TMPFS = 0x01021994
/** Room for the engine's own writes when it opens, its log above all. */
const ROOM_BYTES = 64 * 1024 * 1024
/** Followed by random characters that nobody can guess: others may write in the temporary folder, too. */
const PREFIX = 'capsule-reading-'

/**
 * The engine writes even to be opened, and to read as well: while the disk of its folder takes no writes it is opened on a
 * copy in the temporary folder. Nothing comes back from there. Throws where there is no room.
 */
export async function copyForReading(dataDir: string): Promise<string> {
  if ((await bytesIn(dataDir)) + ROOM_BYTES > (await roomIn(tmpdir())))
    throw new Error(`the disk of ${dataDir} takes no writes, and ${tmpdir()} has no room for a copy to read from`)
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  try {
    await noteMaker(folder)
    await copyFolder(dataDir, folder, (work) => work())
    return folder
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

/** A copy that cannot be cleared stops nothing. */
export const dropCopy = (folder: string, log: Log): Promise<void> =>
  rm(folder, { recursive: true, force: true }).catch((err) =>
    log.warn({ err, folder }, 'a copy to read from could not be cleared'),
  )

/** The copies of this user that killed processes have left. */
export async function clearReadingCopies(log: Log): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    if ((await isOwn(folder)) && (await isLeft(folder))) await dropCopy(folder, log)
  }
}

async function isOwn(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid)
}

async function roomIn(folder: string): Promise<number> {
  const { type, bavail, bsize } = await statfs(folder)
  return type === TMPFS ? Math.min(bavail * bsize, freemem() / 2) : bavail * bsize
}
