import { basename, dirname, join, resolve } from 'node:path'
import type { Services } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { noteBackup } from './noted.ts'
import { COPY } from './source.ts'

/** `backup copy FOLDER`: what the command line asks of the process that owns the data folder. */
export async function copyForBackup({ config, copyTo }: Services, [folder = '']: string[]): Promise<string> {
  const isOurs = dirname(resolve(folder)) === config.dataDir && basename(folder).startsWith(COPY)
  if (!copyTo || !isOurs) throw refuse('只能复制到 DATA_DIR 里的临时文件夹')
  await copyTo(join(config.dataDir, basename(folder)))
  return '已复制'
}

/** `backup note good|bad WORDS`: what came of a backup that was made by hand. */
export async function noteOf(services: Services, [how, ...what]: string[]): Promise<string> {
  await noteBackup(services, { isGood: how === 'good', what: what.join(' ') })
  return '已记录'
}
