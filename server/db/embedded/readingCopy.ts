import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyFolder } from './copyFolder.ts'

/** As `statfs` calls a disk that lies in memory. */
const TMPFS = 0x01021994
/** For what the engine writes when it opens, its log above all. */
const ROOM_BYTES = 64 * 1024 * 1024

/** One for each data folder, so that whoever comes next finds what one that was killed has left. */
const folderFor = (dataDir: string): string =>
  join(tmpdir(), `capsule-reading-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)

/**
 * The engine writes even to be opened, and to read as well: while the disk of its folder takes no writes it is opened on a
 * copy in the temporary folder. Nothing comes back from there. Throws where there is no room.
 */
export async function copyForReading(dataDir: string): Promise<string> {
  const folder = folderFor(dataDir)
  await dropReadingCopy(dataDir)
  if ((await bytesIn(dataDir)) + ROOM_BYTES > (await roomIn(tmpdir())))
    throw new Error(`the disk of ${dataDir} takes no writes, and ${tmpdir()} has no room for a copy to read from`)
  // Not one that somebody else has put there.
  await mkdir(folder, { mode: 0o700 })
  await copyFolder(dataDir, folder, (work) => work())
  return folder
}

export const dropReadingCopy = (dataDir: string): Promise<void> =>
  rm(folderFor(dataDir), { recursive: true, force: true })

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = entries.map(({ name }) => join(folder, name)).map(async (path) => (await stat(path)).blocks * 512)
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => bytesIn(join(folder, name)))
  return (await Promise.all([...sizes, ...folders])).reduce((sum, bytes) => sum + bytes, 0)
}

async function roomIn(folder: string): Promise<number> {
  const { type, bavail, bsize } = await statfs(folder)
  return type === TMPFS ? Math.min(bavail * bsize, freemem() / 2) : bavail * bsize
}
