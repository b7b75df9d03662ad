import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { refuse } from '#server/core/fail.ts'
import type { Config } from '#server/platform/config.ts'
import { chown, chownFile, me, nearest, ROOT, statOf, uidHere, withOwner } from './users.ts'

const READ_WRITE = constants.R_OK | constants.W_OK
const ALL = READ_WRITE | constants.X_OK
/** A disk’s own, where one is mounted there. */
const NOT_OURS_TO_MIND = 'lost+found'
const FILES_NAMED = 5

/** Files of an embedded database that this process may not read and write, as a command of root left them. */
export function refuseForeign({ dataDir }: Pick<Config, 'dataDir'>): void {
  const uid = uidHere()
  if (uid === undefined || uid === ROOT) return
  const foreign = [...foreignIn(join(dataDir, 'pg'), uid)]
  if (foreign.length === 0) return
  const named = foreign.slice(0, FILES_NAMED).map(withOwner)
  const list = [...named, ...(foreign.length > named.length ? [`……共 ${foreign.length} 个`] : [])].join('\n')
  throw refuse(`这些文件不能由 ${me()} 读写，可能有人以别的身份运行过命令：\n${list}\n请先运行：${chown(dataDir)}`)
}

function* foreignIn(path: string, uid: number): Generator<string> {
  const found = statOf(path)
  if (!found) return
  const isFolder = found.isDirectory()
  if (found.uid !== uid && !mayUse(path, isFolder ? ALL : READ_WRITE)) yield path
  else if (isFolder) for (const name of namesIn(path)) yield* foreignIn(join(path, name), uid)
}

/** Refuses a place for backups that this process may not write, before anything is made there. */
export function refuseUnwritable(place: string): void {
  const closed = closedAt(place)
  if (closed === undefined) return
  throw refuse(`${withOwner(closed)}不能由 ${me()} 写入，没有改动任何东西。请先运行：${lineFor(place)}`)
}

/** Refuses a start that would go well until somebody uploads, or the night's backup: with every line to type. */
export function refuseClosed(places: readonly string[], files: readonly string[]): void {
  const closed = [
    ...places.filter((place) => closedAt(place) !== undefined).map(lineFor),
    ...files.filter((file) => whyNot(file, constants.R_OK) === 'EACCES').map(chownFile),
  ]
  if (closed.length === 0) return
  throw refuse(`这里设置的一些文件夹或文件不能由 ${me()} 使用，没有改动任何东西。请先运行：\n${closed.join('\n')}`)
}

/** Of a place that is not there yet, the folder in which it is to be made. */
function closedAt(place: string): string | undefined {
  const there = nearest(place)
  return there === place ? closedIn(place) : closedTo(there)
}

const lineFor = (place: string): string => `${nearest(place) === place ? '' : `mkdir -p ${place} && `}${chown(place)}`

/** Refuses a backup that this process may not read, in which it also says that it is being read. */
export function refuseUnreadable(place: string): void {
  const closed = closedIn(place)
  if (closed === undefined) return
  const give = `setfacl -R -m u:${uidHere()}:rwX ${place}`
  throw refuse(`${withOwner(closed)}不能由 ${me()} 读写，没有改动任何东西。请先运行：${give}（或 ${chown(place)}）`)
}

/** The place itself, or a folder in it, if closed to this process. */
function closedIn(place: string): string | undefined {
  if (closedTo(place) !== undefined) return place
  const folders = namesIn(place).map((name) => join(place, name))
  return folders.find((folder) => statOf(folder)?.isDirectory() && closedTo(folder) !== undefined)
}

/** A disk that takes no writes from anybody is no matter of permission. */
const closedTo = (folder: string): string | undefined => (whyNot(folder, ALL) === 'EACCES' ? folder : undefined)

export const mayUse = (path: string, how = ALL): boolean => whyNot(path, how) === undefined

function whyNot(path: string, how: number): string | undefined {
  try {
    accessSync(path, how)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

const namesIn = (path: string): string[] =>
  (statOf(path) ? readdirSync(path) : []).filter((name) => name !== NOT_OURS_TO_MIND)
