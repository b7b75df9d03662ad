import type { Answer } from '#server/platform/db/wire/read.ts'
import type { Engine } from './engine.ts'
import { engineClosed, idleTooLong, transactionOver } from './errors.ts'
import type { Request } from './messages.ts'
import { makeWaitingLine } from './waitingLine.ts'

export type QueueLimits = {
  /** calls that wait at once */
  waiting: number
  waitMs: number
  /** a transaction that does nothing for so long is rolled back */
  idleMs: number
}

export const QUEUE_LIMITS: QueueLimits = { waiting: 1000, waitMs: 10_000, idleMs: 30_000 }

/** One client of the queue, with one transaction at a time; `over` is why it may not go on. */
export type Client = { over?: () => Error; running: number; idleSince: number }

export type Queue = ReturnType<typeof createQueue>

const TICK_MS = 250
/** Calls handed to the engine ahead of its answers: enough to keep it busy, few enough to lose with it. */
const AHEAD = 64

/**
 * There is one connection: a transaction has it for itself, everyone else waits in one queue, first come first
 * served. Between transactions calls are handed over without waiting for the answers before them.
 */
export function createQueue(engine: Engine, limits: QueueLimits) {
  const line = makeWaitingLine({ ...limits, hasRoom })
  let owner: Client | undefined
  let closed: Error | undefined
  const ticking = setInterval(tick, TICK_MS).unref()

  function call(client: Client, request: Omit<Request, 'kind'>, limitMs?: number): Promise<Answer> {
    if (client.over) return Promise.reject(client.over())
    if (client === owner) return inside(client, { ...request, kind: 'inside' })
    return enter(() => engine.send({ ...request, kind: 'single' }, limitMs))
  }

  async function inside(client: Client, request: Request): Promise<Answer> {
    client.running++
    try {
      return await engine.send(request)
    } finally {
      client.running--
      client.idleSince = performance.now()
    }
  }

  /** The first statement need not wait for the answer: a transaction that failed to open refuses it. */
  function begin(client: Client, sql: string): Promise<void> {
    return enter(async () => {
      owner = client
      client.idleSince = performance.now()
      engine.send({ kind: 'begin', sql, params: [] }).catch((error) => abort(client, () => error))
    })
  }

  /** The next in the queue need not wait for the answer either: the engine keeps the order. */
  function finish(client: Client, sql: 'commit' | 'rollback'): Promise<Answer> {
    if (client.over || client !== owner) return Promise.reject((client.over ?? transactionOver)())
    const answer = engine.send({ kind: 'inside', sql, params: [] })
    free(client)
    return answer
  }

  /** Nothing is left to undo after a failed commit, or when the transaction was broken off: the client may go on. */
  async function rollback(client: Client) {
    if (client === owner) await finish(client, 'rollback')
    else if (client.over !== transactionOver) client.over = undefined
  }

  /**
   * Does the work while no query runs and nothing lies in the log alone, so that the folder's files are complete. Callers
   * that come meanwhile wait; throws when the engine broke down meanwhile.
   */
  function hold(work: () => Promise<void>, limitMs: number): Promise<void> {
    const client = newClient()
    return enter(async () => {
      owner = client
      // This client is at work, whatever the engine does.
      client.running = 1
      try {
        await engine.send({ kind: 'single', sql: 'checkpoint', params: [] }, limitMs)
        await work()
      } finally {
        free(client)
      }
      if (client.over) throw client.over()
    })
  }

  function free(client: Client) {
    if (owner !== client) return
    owner = undefined
    line.admit()
  }

  function abort(client: Client, over: () => Error) {
    client.over = over
    free(client)
  }

  /** A statement that someone forgot to await must not run on its own after its transaction. */
  function release(client: Client) {
    if (client === owner) finish(client, 'rollback').catch(() => {})
    client.over = transactionOver
  }

  function enter<T>(go: () => Promise<T>): Promise<T> {
    const shut = closed ?? engine.refusal()
    return shut ? Promise.reject(shut) : line.enter(go)
  }

  function hasRoom(): boolean {
    return !owner && engine.whyNotReady() === undefined && engine.inFlight() < AHEAD
  }

  function tick() {
    const now = performance.now()
    if (owner && owner.running === 0 && now - owner.idleSince > limits.idleMs) expire(owner)
    line.refuseLate(now)
  }

  function expire(client: Client) {
    finish(client, 'rollback').catch(() => {})
    client.over = () => idleTooLong(limits.idleMs)
  }

  /** The engine broke down: an open transaction is gone; those who wait are served by the next engine, if it opens. */
  function lose(error: Error) {
    if (owner) abort(owner, () => error)
    const refusal = engine.refusal()
    if (refusal) line.refuseAll(refusal)
  }

  /** Lets no one in any more and waits for those inside. */
  async function close(): Promise<void> {
    closed = engineClosed('closing')
    line.refuseAll(closed)
    const deadline = performance.now() + limits.waitMs
    while ((owner || engine.inFlight() > 0) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    clearInterval(ticking)
  }

  return {
    call,
    begin,
    commit: (client: Client) => finish(client, 'commit'),
    rollback,
    release,
    hold,
    admit: line.admit,
    lose,
    close,
  }
}

export function newClient(): Client {
  return { running: 0, idleSince: 0 }
}
