import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Where an embedded database is put back, until all of it is there. */
export const restoringFolder = (dataDir: string): string => join(dataDir, 'pg.restoring')

const sentence = (where: string): Error =>
  new Error(`${where} 里有一次没有完成的恢复，不能启动。请重新运行 npm run restore，它会从头再来。`)

/** Refuses to start in a folder in which a restore was cut short: that is not an empty one. */
export function refuseHalfRestoredFolder(dataDir: string): void {
  if (existsSync(restoringFolder(dataDir))) throw sentence(dataDir)
}

/** On a server a schema marks an unfinished restore; the tables themselves know nothing of it. */
export const markRestoring = (db: Db): Promise<unknown> => sql`create schema if not exists restoring`.execute(db)
export const unmarkRestoring = (db: Db): Promise<unknown> => sql`drop schema restoring`.execute(db)

export async function isHalfRestored(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regnamespace('restoring') is not null as there`.execute(db)
  return rows[0]!.there
}

export async function refuseHalfRestored(db: Db): Promise<void> {
  if (await isHalfRestored(db)) throw sentence('这个数据库')
}
