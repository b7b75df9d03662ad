import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { copyFolder } from '#server/platform/db/embedded/copyFolder.ts'
import { DataDirLocked } from '#server/platform/db/embedded/errors.ts'
import { lockFolder } from '#server/platform/db/embedded/lock.ts'
import { atOneMoment } from '#server/platform/db/maintenanceConnection.ts'
import { refuseForeign } from '#server/platform/folders/access.ts'
import { clearCopies, newCopy } from './copies.ts'
import { withEmbedded } from './scratch.ts'

/** Asks the process that owns the data folder to copy it there, while it works; `locked` says which one that is. */
export type AskForCopy = (folder: string, locked: DataDirLocked) => Promise<void>
/** Gives the work a database in which nothing changes. */
export type Source = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/**
 * The database that the configuration names, as it is at one moment, while people go on working in it; `copy` is one of its
 * files that somebody made already.
 */
export function sourceOf(config: Config, log: Services['log'], askForCopy: AskForCopy, copy?: string): Source {
  const { directUrl } = config
  if (directUrl) return (work) => atOneMoment(directUrl, work)
  return copy ? (work) => withEmbedded(copy, log, work) : (work) => inCopy(config, log, askForCopy, work)
}

/** The engine has one connection, and what takes long would keep people waiting: its files are copied, and the copy is read. */
async function inCopy<T>(
  { dataDir }: Config,
  log: Services['log'],
  askForCopy: AskForCopy,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  refuseForeign({ dataDir })
  await clearCopies(dataDir)
  const folder = await newCopy(dataDir)
  try {
    await copyHere(dataDir, folder, askForCopy)
    return await withEmbedded(folder, log, work)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where nobody works in it, it is kept so meanwhile. */
async function copyHere(dataDir: string, folder: string, askForCopy: AskForCopy): Promise<void> {
  const from = join(dataDir, 'pg')
  const unlock = await lockFolder(from).catch(ifLocked)
  if (unlock instanceof DataDirLocked) return askForCopy(folder, unlock)
  await copyFolder(from, folder, (work) => work()).finally(unlock)
}

function ifLocked(error: unknown): DataDirLocked {
  if (!(error instanceof DataDirLocked)) throw error
  return error
}
