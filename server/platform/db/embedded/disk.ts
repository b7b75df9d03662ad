import type { Log } from './engine.ts'

/** Whether the disk of a data folder takes writes, as its owner's beats find it once a second. */
export function watchDisk(log: Log) {
  let why: string | undefined

  function beat(failed: Error | undefined) {
    const isNews = (failed === undefined) !== (why === undefined)
    why = failed && `数据所在的磁盘不能写入（${(failed as NodeJS.ErrnoException).code ?? failed.message}），暂停写入`
    if (!isNews) return
    if (failed)
      log.error({ reason: failed.message }, 'the disk of the data folder takes no writes: reads alone are served')
    else log.warn({}, 'the disk of the data folder takes writes again')
  }

  return { beat, isReadOnly: () => why !== undefined, whyReadOnly: () => why }
}
