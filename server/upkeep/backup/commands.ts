import { resolve } from 'node:path'
import { refuse } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { isCopyIn } from './copies.ts'
import { noteBackup } from './history.ts'

/** `backup copy FOLDER`: what the command line asks of the process that owns the data folder. */
export async function copyForBackup({ config, copyTo }: Services, [folder = '']: string[]): Promise<string> {
  const to = resolve(folder)
  if (!copyTo || !isCopyIn(config.dataDir, to)) throw refuse('只能复制到 DATA_DIR 里的临时文件夹')
  await copyTo(to)
  return '已复制'
}

/** `backup note good|bad WORDS`: the outcome of a backup that was made by hand. */
export async function noteOf(services: Services, [how, ...what]: string[]): Promise<string> {
  await noteBackup(services, { isGood: how === 'good', what: what.join(' ') })
  return '已记录'
}
