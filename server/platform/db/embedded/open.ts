import { mkdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Dialect } from 'kysely'
import type { Row } from '#server/platform/db/wire/read.ts'
import { withPath } from '#server/platform/folders/whatIsWrong.ts'
import { copyFolder } from './copyFolder.ts'
import { watchDisk } from './disk.ts'
import { embeddedDialect, reader } from './driver.ts'
import { createEngine, type Engine, type Log } from './engine.ts'
import { lockFolder, type Owning } from './lock.ts'
import { checkpoint, UPKEEP_LIMIT_MS, vacuumAndCheckpoint } from './maintenance.ts'
import { builtFile, compileEngine } from './places.ts'
import { createQueue, newClient, QUEUE_LIMITS, type Queue, type QueueLimits } from './queue.ts'
import { clearReadingCopies, copyForReading, dropCopy } from './readingCopy.ts'
import { freeBytesOf, giveUpSpare, keepSpare, type Space, watchSpace } from './space.ts'
import { unpackTemplate } from './template.ts'

export { unpackTemplate }

export type EmbeddedOptions = {
  /** the folder that holds the cluster, e.g. ./data/pg; created when missing */
  dataDir: string
  log: Log
  templateFile?: string
  maintenanceEveryMs?: number
  statementTimeoutMs?: number
  /** how long an owner of the folder may take to end before `DataDirLocked`; none when left out */
  waitForOwnerMs?: number
}

export type Embedded = {
  dialect: Dialect
  /** Rows of a single read, beside the dialect. */
  read(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** Undefined while it can serve, else a plain reason. */
  whyNotReady(): string | undefined
  /** Why writes are refused while reads are served; undefined while there is space. */
  whyNoWrites(): string | undefined
  /** Why no new request is let in: no answer for seconds, or the engine is down. Requests that have begun may wait. */
  whyStill(): string | undefined
  /** How many times the file system was synced since the start; tests count it. */
  syncCount(): Promise<number>
  /** VACUUM ANALYZE and CHECKPOINT; runs on a timer as well. */
  maintain(): Promise<void>
  /** The folder as it is at one moment, in another one that is free; calls wait only for what changed meanwhile. */
  copyTo(folder: string): Promise<void>
  /** Lets calls in flight end, writes a checkpoint, ends the worker and frees the folder. */
  close(): Promise<void>
}

/** Parts that tests replace to see failures happen. */
export type Internals = {
  workerFile?: string
  freeBytes?: () => Promise<number>
  spaceEveryMs?: number
  limits?: Partial<QueueLimits>
}

const HOUR_MS = 60 * 60_000
const CHECKPOINT_EVERY_MS = 5 * 60_000
const STATEMENT_TIMEOUT_MS = 15_000

/** Opens PostgreSQL inside this process on a folder that this process alone owns (else `DataDirLocked`). */
export async function openEmbedded(options: EmbeddedOptions, internals: Internals = {}): Promise<Embedded> {
  const { dataDir, log } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  await giveUpSpare(dataDir, internals.freeBytes ?? freeBytesOf(dataDir))
  const owning: Owning = {}
  const heard = { onLost: () => owning.onLost?.(), onBeat: (failed?: Error) => owning.onBeat?.(failed) }
  const unlock = await lockFolder(dataDir, heard, patienceOf(options))
  try {
    await clearReadingCopies(log)
    await unpackTemplate(dataDir, options.templateFile).catch((error) => Promise.reject(withPath(error, dataDir)))
    const opened = await openOnFolder(options, internals)
    if (!opened.embedded.whyNoWrites()) await reserve(options)
    owning.onBeat = opened.onBeat
    owning.onLost = () => {
      log.error({ dataDir }, 'another process has taken the data folder: the embedded database stops')
      void opened.engine.stop('数据文件夹已被另一个进程占用')
    }
    return { ...opened.embedded, close: () => opened.embedded.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Keeps room for the next start, in case the disk is full by then. */
const reserve = ({ dataDir, log }: EmbeddedOptions): Promise<void> =>
  keepSpare(dataDir).catch((err) => log.warn({ err }, 'no room is kept for a start on a full disk'))

const patienceOf = ({ dataDir, log, waitForOwnerMs = 0 }: EmbeddedOptions) => ({
  ms: waitForOwnerMs,
  onWait: (pid: number | undefined) =>
    log.warn({ dataDir, pid }, `another process owns the data folder: waiting up to ${waitForOwnerMs} ms for its end`),
})

async function openOnFolder(options: EmbeddedOptions, internals: Internals) {
  const { dataDir, log, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  const workerFile = pathToFileURL(internals.workerFile ?? builtFile('server/platform/db/embedded/worker.js'))
  const wasm = await compileEngine()
  const syncs = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const freeBytes = internals.freeBytes ?? freeBytesOf(dataDir)
  const space = await watchSpace(freeBytes, onChange, internals.spaceEveryMs)
  const disk = watchDisk(log)
  /** The folder that is read from while the data folder takes no writes. */
  let copy: string | undefined
  const refusesWrites = () => space.isLow() || disk.isReadOnly()
  function onChange(low: boolean): void {
    void setReadOnly(queue, refusesWrites(), log)
    if (!low) void reserve(options)
  }
  function onBeat(failed: Error | undefined): void {
    disk.beat(failed)
    if (disk.isReadOnly() !== (copy !== undefined))
      engine.reopen(disk.whyReadOnly() ?? 'its own folder can be written to again')
  }
  async function folderNow(): Promise<string> {
    await leaveCopy()
    if (!disk.isReadOnly()) return dataDir
    copy = await copyForReading(dataDir)
    return copy
  }
  async function leaveCopy(): Promise<void> {
    if (copy !== undefined) await dropCopy(copy, log)
    copy = undefined
  }
  const engine = createEngine({
    workerFile,
    log,
    statementTimeoutMs,
    workerData: async () => ({
      ...{ dataDir: await folderNow(), wasm, syncs },
      setup: refusesWrites() ? [readOnly(true)] : [],
    }),
    onRoom: () => queue.admit(),
    onLost: (error) => queue.lose(error),
  })
  const queue: Queue = createQueue(engine, { ...QUEUE_LIMITS, ...internals.limits })
  await engine.start().catch((error) => engine.stop(String(error)).then(() => Promise.reject(error)))
  const stopUpkeep = keepUp(queue, options)
  const embedded = {
    dialect: embeddedDialect(queue, refusesWrites),
    read: reader(queue),
    whyNotReady: () => engine.whyNotReady() ?? engine.whyStill(),
    whyNoWrites: () => disk.whyReadOnly() ?? space.whyLow(),
    whyStill: engine.whyStill,
    syncCount: async () => Atomics.load(new Int32Array(syncs), 0),
    maintain: () => vacuumAndCheckpoint(queue),
    copyTo: (folder: string) => copyFolder(dataDir, folder, (work) => queue.hold(work, UPKEEP_LIMIT_MS)),
    close: () => closeAll(engine, queue, space, stopUpkeep).finally(leaveCopy),
  }
  return { engine, embedded, onBeat }
}

/** PostgreSQL itself tells a write from a read: nothing is asked per call. A running transaction may still end. */
async function setReadOnly(queue: Queue, low: boolean, log: Log) {
  log.warn({ low }, low ? 'the disk is nearly full: writes are refused' : 'there is space again: writes are served')
  await queue.call(newClient(), { sql: readOnly(low), params: [] }).catch((error) => {
    log.error({ err: error }, 'could not switch the refusal of writes')
  })
}

function readOnly(low: boolean): string {
  return `set default_transaction_read_only = ${low ? 'on' : 'off'}`
}

function keepUp(queue: Queue, { log, maintenanceEveryMs = HOUR_MS }: EmbeddedOptions): () => void {
  const every = (ms: number, what: string, run: (queue: Queue) => Promise<void>) =>
    setInterval(() => run(queue).catch((err) => log.warn({ err }, `${what} failed`)), ms).unref()
  const timers = [
    every(CHECKPOINT_EVERY_MS, 'checkpoint', checkpoint),
    every(maintenanceEveryMs, 'maintenance', vacuumAndCheckpoint),
  ]
  return () => timers.forEach(clearInterval)
}

async function closeAll(engine: Engine, queue: Queue, space: Space, stopUpkeep: () => void) {
  stopUpkeep()
  space.stop()
  await queue.close()
  await engine.close()
}
