import { refuse } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'
import { openMaintenanceConnection } from '#server/platform/db/maintenanceConnection.ts'
import { migrationsOf } from '#server/platform/db/migrate.ts'
import { refusePooled, upgradeServer, waitForUpgrade } from '#server/platform/db/upgrade.ts'
import { ageIfKnown } from './history.ts'
import type { BackupServices } from './make.ts'

const WITHOUT_BACKUP = '--without-backup'
const BACKUP_AGE_MOST_HOURS = 24

/** `npm run migrate`: upgrades the tables on a server, which takes as long as it takes; only with a good backup behind it. */
export async function runMigrate({ config, log }: BackupServices, args: string[]): Promise<string> {
  if (!config.directUrl) throw refuse('内置数据库在启动时自己升级，并先留好退路；不需要运行 migrate')
  const { db, close } = openMaintenanceConnection(config.directUrl)
  await refuseUnready(db, { log, withoutBackup: args.includes(WITHOUT_BACKUP) }).finally(close)
  const done = await upgradeServer(config.directUrl, log)
  return done.length > 0 ? `已升级：${done.join('、')}` : '数据库已是最新，没有要做的。'
}

type MigrateOptions = Pick<BackupServices, 'log'> & { withoutBackup: boolean }

async function refuseUnready(db: Db, { log, withoutBackup }: MigrateOptions): Promise<void> {
  await refusePooled(db)
  await waitForUpgrade(db, log)
  const { applied, missing } = await migrationsOf(db)
  if (missing.length > 0 && applied.length > 0 && !withoutBackup) await refuseWithoutBackup(db)
}

async function refuseWithoutBackup(db: Db): Promise<void> {
  const ageHours = ((await ageIfKnown(db)) ?? Number.POSITIVE_INFINITY) / 3600
  if (ageHours <= BACKUP_AGE_MOST_HOURS) return
  throw refuse(
    `没有 ${BACKUP_AGE_MOST_HOURS} 小时以内的完好备份，没有改动任何东西。先运行 npm run backup；备份由别的工具负责时加上 ${WITHOUT_BACKUP}`,
  )
}
