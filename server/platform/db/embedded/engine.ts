import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Answer } from '#server/platform/db/wire/read.ts'
import { makeCallsInFlight, type RunningCall } from './callsInFlight.ts'
import { engineClosed, engineRestarted } from './errors.ts'
import type { FromWorker, Outcome, Request, ToWorker, WorkerData } from './messages.ts'

export type Log = {
  info(o: object, m: string): void
  warn(o: object, m: string): void
  error(o: object, m: string): void
}

type EngineOptions = {
  workerFile: URL
  /** asked anew at each start */
  workerData(): Promise<WorkerData>
  log: Log
  statementTimeoutMs: number
  /** a call was answered, or the engine is up again */
  onRoom(): void
  /** every call in flight and any open transaction is lost */
  onLost(error: Error): void
}

export type Engine = ReturnType<typeof createEngine>

const TICK_MS = 250
/** Once a statement or a start has run this long, nobody new is let in until it ends. */
const STILL_MS = 3_000
const OPEN_LIMIT_MS = 120_000
const CLOSE_LIMIT_MS = 20_000
const LAST_WORD = /PANIC|FATAL/
/** The worker is plain built JavaScript: what the main thread was told about TypeScript must not reach it. */
const plainNode = () => ({ execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } })
const RETRY_MS = { first: 100, longest: 5_000 }

/**
 * The worker thread that runs the engine: calls in, answers out, in one order. When a call runs too long, a sync
 * fails or the thread dies, it is ended and opened again; all calls in flight fail with 57P01.
 */
export function createEngine(options: EngineOptions) {
  const calls = makeCallsInFlight((requests) => worker?.postMessage(requests satisfies ToWorker))
  let worker: Worker | undefined
  let why: string | undefined = '内置数据库正在打开'
  let ended: Error | undefined
  /** set while opening again does not work at all, e.g. on a full disk: then nobody should wait for it */
  let down: Error | undefined
  let retryMs = RETRY_MS.first
  /** how long nothing was answered although something was asked, or could be */
  let stillMs = 0
  const ending = new AbortController()

  const watchdog = setInterval(watch, TICK_MS).unref()

  /** Resolves when the engine answers its first call. */
  async function start(): Promise<void> {
    const workerData = await options.workerData().catch((error: Error) => {
      void lose(error.message)
      throw error
    })
    if (ended) throw ended
    return new Promise((resolve, reject) => {
      const started = new Worker(options.workerFile, { workerData, ...plainNode() })
      worker = started
      const limit = setTimeout(() => fail('opening took too long'), OPEN_LIMIT_MS)
      const fail = (reason: string) => {
        clearTimeout(limit)
        reject(new Error(reason))
        if (worker === started) void lose(reason)
      }
      started.on('message', (message: FromWorker) => {
        if (worker !== started) return
        if ('outcomes' in message) return settle(message.outcomes)
        if ('fatal' in message) return fail(message.fatal)
        if (!('ready' in message)) return
        clearTimeout(limit)
        why = undefined
        down = undefined
        stillMs = 0
        retryMs = RETRY_MS.first
        resolve()
        options.onRoom()
      })
      started.on('error', (error) => fail(error.message))
      started.on('exit', () => fail('the worker thread ended'))
    })
  }

  function settle(outcomes: Outcome[]) {
    calls.settle(outcomes)
    stillMs = 0
    options.onRoom()
  }

  /** Ends the worker and opens another one: about half a second, and longer each time it fails again. */
  async function lose(reason: string) {
    const dying = worker
    const opening = why !== undefined
    worker = undefined
    why = `内置数据库正在重新启动：${headline(reason)}`
    down = opening ? engineRestarted(headline(reason)) : undefined
    options.log.error({ reason }, 'the embedded database broke down and is opened again')
    rejectAll(engineRestarted(headline(reason)))
    await dying?.terminate()
    if (opening) {
      await delay(retryMs, undefined, { signal: ending.signal }).catch(() => {})
      retryMs = Math.min(retryMs * 2, RETRY_MS.longest)
    }
    if (ended || worker) return
    await start().then(
      () => options.log.warn({}, 'the embedded database is open again'),
      () => {}, // its own failure has called `lose` again
    )
  }

  /** Opens the engine again with the present `workerData`; while it is being opened anyway that is read soon enough. */
  function reopen(reason: string) {
    if (worker && why === undefined) void lose(reason)
  }

  function rejectAll(error: Error) {
    calls.rejectAll(error)
    options.onLost(error)
  }

  /** Counts in ticks rather than by the clock: a main thread that was blocked itself must not blame the engine. */
  function watch() {
    const running = calls.running()
    countStill(running)
    if (!running || !worker) return
    running.ranMs += TICK_MS
    if (running.ranMs > running.limitMs) void lose(`a statement ran longer than ${running.limitMs} ms`)
  }

  /** Upkeep may take its time: who comes meanwhile waits for it. */
  function countStill(running: RunningCall | undefined) {
    if (running && running.limitMs > options.statementTimeoutMs) return
    stillMs = running || why !== undefined ? stillMs + TICK_MS : 0
  }

  function whyStill(): string | undefined {
    if (ended ?? down) return why
    return stillMs >= STILL_MS ? '内置数据库没有回应' : undefined
  }

  function send(request: Request, limitMs = options.statementTimeoutMs): Promise<Answer> {
    if (ended || why !== undefined) return Promise.reject(ended ?? engineRestarted(why ?? ''))
    return calls.send(request, limitMs)
  }

  /** For good: nothing is opened again. */
  async function stop(reason: string) {
    ended = engineClosed(reason)
    why = reason
    ending.abort()
    clearInterval(watchdog)
    const dying = worker
    worker = undefined
    rejectAll(ended)
    await dying?.terminate()
  }

  /** Lets the worker write a checkpoint and end by itself. */
  async function close() {
    const closing = worker
    if (closing && why === undefined) {
      calls.flush()
      closing.postMessage('close' satisfies ToWorker)
      await Promise.race([closedBy(closing), delay(CLOSE_LIMIT_MS, undefined, { ref: false })])
    }
    await stop('内置数据库已关闭')
  }

  return {
    start,
    reopen,
    send,
    stop,
    close,
    inFlight: calls.count,
    refusal: () => ended ?? down,
    whyStill,
    whyNotReady: () => why,
  }
}

function closedBy(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.on('message', (message: FromWorker) => 'closed' in message && resolve())
    worker.on('exit', () => resolve())
  })
}

/** The engine's own last word, where it left one: `PANIC:  could not write to file …`. */
function headline(reason: string): string {
  const lines = reason.split('\n')
  const last = lines.find((line) => LAST_WORD.test(line)) ?? lines[0]!
  return last.slice(Math.max(0, last.search(LAST_WORD)))
}
