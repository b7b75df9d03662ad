import { realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { nearest, statOf } from '#server/platform/folders/users.ts'

type Data = Pick<Config, 'databaseUrl' | 'bucket' | 'dataDir' | 'mediaDir'>

/** A place for backups that goes with the data folder when that is removed, moved or copied. */
export const whyWithin = ({ dataDir }: Data, place: string): string | undefined =>
  isWithin(place, dataDir)
    ? `备份不能放在数据文件夹 DATA_DIR（${dataDir}）里面，请换一个文件夹，最好在另一块磁盘上。`
    : undefined

/** Dangers for a backup that lies too near to the data, in sentences. */
export function nearness(data: Data, place: string): string[] {
  const within = isWithin(place, data.dataDir)
  if (within) return [`注意：BACKUP_TO 在数据文件夹 DATA_DIR 里面，会和它一起丢失，请换到另一块磁盘上。`]
  const device = deviceOf(place)
  const isNear = foldersOf(data).some((folder) => deviceOf(folder) === device)
  return isNear ? ['注意：备份与数据在同一块磁盘上，磁盘损坏时会一起丢失。'] : []
}

/** The folders whose data the backup is of. */
const foldersOf = ({ databaseUrl, bucket, dataDir, mediaDir }: Data): string[] => [
  ...(databaseUrl ? [] : [dataDir]),
  ...(bucket ? [] : [mediaDir]),
]

const deviceOf = (path: string): number | undefined => statOf(nearest(path))?.dev

/** By where both really lie, or will. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(realPath(folder), realPath(path))
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}

function realPath(path: string): string {
  const there = nearest(path)
  return join(realpathSync(there), relative(there, path))
}
