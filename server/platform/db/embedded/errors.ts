import { DatabaseError } from '#server/platform/db/wire/databaseError.ts'

/** Another process owns the data folder. */
export class DataDirLocked extends Error {
  readonly code = 'DATA_DIR_LOCKED'

  /** Without `pid` where its file does not say it yet. */
  constructor(dataDir: string, pid: number | undefined) {
    super(`数据文件夹 ${dataDir} 正被另一个进程使用${pid === undefined ? '' : `（pid ${pid}）`}，请先停止它。`)
    this.name = 'DATA_DIR_LOCKED'
  }
}

export const engineRestarted = (why: string) =>
  new DatabaseError({ code: '57P01', severity: 'FATAL', message: `the embedded database was restarted: ${why}` })

export const engineClosed = (why: string) =>
  new DatabaseError({ code: '57P03', severity: 'FATAL', message: `the embedded database is closed: ${why}` })

export const tooManyWaiting = (limit: number) =>
  new DatabaseError({ code: '53300', message: `more than ${limit} calls wait for the embedded database` })

export const waitedTooLong = (ms: number) =>
  new DatabaseError({
    code: '57014',
    message: `waited too long for the embedded database (${ms} ms); was the outer db used inside a transaction?`,
  })

export const idleTooLong = (ms: number) =>
  new DatabaseError({ code: '25P03', message: `the transaction did nothing for ${ms} ms and was rolled back` })

export const transactionOver = () =>
  new DatabaseError({ code: '25P01', message: 'the transaction is over, this statement was not run' })

export const commitRolledBack = () =>
  new DatabaseError({
    code: '25P02',
    message: 'COMMIT rolled back: a statement of this transaction had failed and its error was caught',
  })

export const diskFull = () =>
  new DatabaseError({ code: '53100', message: 'the disk is nearly full or takes no writes: so does the database' })
