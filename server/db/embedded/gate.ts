import type { Answer } from '#server/db/wire/read.ts'
import type { Engine } from './engine.ts'
import { engineClosed, idleTooLong, tooManyWaiting, transactionOver, waitedTooLong } from './errors.ts'
import type { Request } from './messages.ts'

export type GateLimits = {
  /** calls that wait at once */
  waiting: number
  waitMs: number
  /** a transaction that does nothing for so long is rolled back */
  idleMs: number
}

export const GATE_LIMITS: GateLimits = { waiting: 1000, waitMs: 10_000, idleMs: 30_000 }

/** One user of the gate, with one transaction at a time; `over` is why it may not go on. */
export type Pass = { over?: () => Error; running: number; idleSince: number }

type Waiter = { go(): void; refuse(error: Error): void; since: number }

export type Gate = ReturnType<typeof createGate>

const TICK_MS = 250
/** Calls handed to the engine ahead of its answers: enough to keep it busy, few enough to lose with it. */
const AHEAD = 64

/**
 * There is one connection: a transaction has it for itself, everyone else waits in one queue, first come first
 * served. Between transactions calls are handed over without waiting for the answers before them.
 */
export function createGate(engine: Engine, limits: GateLimits) {
  const waiting: Waiter[] = []
  let owner: Pass | undefined
  let closed: Error | undefined
  const ticking = setInterval(tick, TICK_MS).unref()

  function call(pass: Pass, request: Omit<Request, 'kind'>, limitMs?: number): Promise<Answer> {
    if (pass.over) return Promise.reject(pass.over())
    if (pass === owner) return inside(pass, { ...request, kind: 'inside' })
    return enter(() => engine.send({ ...request, kind: 'single' }, limitMs))
  }

  async function inside(pass: Pass, request: Request): Promise<Answer> {
    pass.running++
    try {
      return await engine.send(request)
    } finally {
      pass.running--
      pass.idleSince = performance.now()
    }
  }

  /** The first statement need not wait for the answer: a transaction that failed to open refuses it. */
  function begin(pass: Pass, sql: string): Promise<void> {
    return enter(async () => {
      owner = pass
      pass.idleSince = performance.now()
      engine.send({ kind: 'begin', sql, params: [] }).catch((error) => breakOff(pass, () => error))
    })
  }

  /** The next in the queue need not wait for the answer either: the engine keeps the order. */
  function finish(pass: Pass, sql: 'commit' | 'rollback'): Promise<Answer> {
    if (pass.over || pass !== owner) return Promise.reject((pass.over ?? transactionOver)())
    const answer = engine.send({ kind: 'inside', sql, params: [] })
    makeWay(pass)
    return answer
  }

  /** Nothing is left to undo after a failed commit, or when the transaction was broken off: the pass may go on. */
  async function rollback(pass: Pass) {
    if (pass === owner) await finish(pass, 'rollback')
    else if (pass.over !== transactionOver) pass.over = undefined
  }

  /**
   * Does this while nobody asks and nothing lies in the log alone, so that the folder's files are all there is. Whoever
   * comes waits; throws when the engine broke down meanwhile.
   */
  function hold(work: () => Promise<void>, limitMs: number): Promise<void> {
    const pass = newPass()
    return enter(async () => {
      owner = pass
      // It is at work, whatever the engine does.
      pass.running = 1
      try {
        await engine.send({ kind: 'single', sql: 'checkpoint', params: [] }, limitMs)
        await work()
      } finally {
        makeWay(pass)
      }
      if (pass.over) throw pass.over()
    })
  }

  function makeWay(pass: Pass) {
    if (owner !== pass) return
    owner = undefined
    admit()
  }

  function breakOff(pass: Pass, over: () => Error) {
    pass.over = over
    makeWay(pass)
  }

  /** A statement that someone forgot to await must not run on its own after its transaction. */
  function release(pass: Pass) {
    if (pass === owner) finish(pass, 'rollback').catch(() => {})
    pass.over = transactionOver
  }

  function enter<T>(go: () => Promise<T>): Promise<T> {
    const shut = closed ?? engine.refusal()
    if (shut) return Promise.reject(shut)
    if (waiting.length === 0 && hasRoom()) return go()
    if (waiting.length >= limits.waiting) return Promise.reject(tooManyWaiting(limits.waiting))
    return new Promise((resolve, reject) => {
      waiting.push({ go: () => go().then(resolve, reject), refuse: reject, since: performance.now() })
    })
  }

  function hasRoom(): boolean {
    return !owner && engine.whyNotReady() === undefined && engine.inFlight() < AHEAD
  }

  function admit() {
    while (waiting.length > 0 && hasRoom()) waiting.shift()!.go()
  }

  function tick() {
    const now = performance.now()
    if (owner && owner.running === 0 && now - owner.idleSince > limits.idleMs) expire(owner)
    while (waiting[0] && now - waiting[0].since > limits.waitMs) waiting.shift()!.refuse(waitedTooLong(limits.waitMs))
  }

  function expire(pass: Pass) {
    finish(pass, 'rollback').catch(() => {})
    pass.over = () => idleTooLong(limits.idleMs)
  }

  /** The engine broke down: an open transaction is gone; those who wait are served by the next engine, if it opens. */
  function lose(error: Error) {
    if (owner) breakOff(owner, () => error)
    const refusal = engine.refusal()
    if (refusal) refuseAll(refusal)
  }

  function refuseAll(error: Error) {
    for (const { refuse } of waiting.splice(0)) refuse(error)
  }

  /** Lets no one in any more and waits for those inside. */
  async function close(): Promise<void> {
    closed = engineClosed('closing')
    refuseAll(closed)
    const deadline = performance.now() + limits.waitMs
    while ((owner || engine.inFlight() > 0) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    clearInterval(ticking)
  }

  return { call, begin, commit: (pass: Pass) => finish(pass, 'commit'), rollback, release, hold, admit, lose, close }
}

export function newPass(): Pass {
  return { running: 0, idleSince: 0 }
}
