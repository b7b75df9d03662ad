import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { refuse } from '#server/core/fail.ts'
import type { Config } from '#server/platform/config.ts'
import { clearCopies, MOVING } from './copies.ts'
import { type BackupServices, makeBackup } from './make.ts'
import { optionsIn } from './options.ts'
import { withLock } from './places.ts'
import { refuseUnlessEmpty, restoreBackup } from './restore.ts'
import { type AskForCopy, sourceOf } from './source.ts'

const MOVE_USAGE =
  '用法：npm run move -- --to postgres://用户:密码@主机/数据库，或 --to embedded（从服务器搬回 DATA_DIR）'

/** `npm run move`: the database from the embedded engine to a server or back, by the same format; media and keys stay. */
export async function runMove(
  needed: BackupServices,
  args: string[],
  targetOf: (to: string) => Config,
): Promise<string> {
  const { to } = optionsIn(args, ['to'], MOVE_USAGE)
  if (!to) throw refuse(MOVE_USAGE)
  const target = targetOf(to)
  await refuseUnlessEmpty(target)
  await clearCopies(needed.config.dataDir)
  const place = resolve(needed.config.dataDir, MOVING)
  try {
    return await withLock(place, async () => {
      const source = sourceOf(needed.config, needed.log, refuseWhileRunning)
      const { folder, manifest, faults } = await makeBackup(needed, { place, source, media: false })
      if (faults.length > 0) throw refuse(faults.join('\n'))
      await restoreBackup({ ...needed, config: target }, { place, folder, manifest })
      return `已搬到 ${target.databaseUrl ? '数据库服务器' : target.dataDir}，逐行核对一致。请改好 DATABASE_URL 再启动，原来的数据库留在原处，不要再启动它。\n通知已暂停：启动后运行 npm run clock -- confirm`
    })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Refuses: rows written after the copy would stay behind. */
const refuseWhileRunning: AskForCopy = async () => {
  throw refuse('请先停止服务器，再搬移数据库：搬移之后写下的内容会留在原处。')
}
