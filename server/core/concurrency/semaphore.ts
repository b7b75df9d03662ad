import { busy } from '#server/core/fail.ts'

type Bounds = {
  atOnce: number
  waitingMost: number
  /** A caller that has waited this long is refused as well: by then nobody may be listening. */
  waitMostMs?: number
}

/** Lets somebody else have the turn while its owner waits for what costs us nothing. */
export type StepAside = <T>(wait: () => Promise<T>) => Promise<T>

/**
 * Costly work a few at a time: at most `atOnce` run, at most `waitingMost` wait in order, and any further caller is
 * refused with 503 at once.
 */
export function makeSemaphore({ atOnce, waitingMost, waitMostMs }: Bounds) {
  let running = 0
  const waiting = new Set<() => void>()

  function takeTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = waitMostMs === undefined ? undefined : setTimeout(tooLate, waitMostMs)
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      function tooLate() {
        waiting.delete(go)
        reject(busy())
      }
      waiting.add(go)
    })
  }

  /** Hands the turn to the next caller that waits; gives it back if nobody waits or more than `atOnce` run. */
  function leave(): void {
    const [next] = waiting
    if (!next || running > atOnce) {
      running -= 1
      return
    }
    waiting.delete(next)
    next()
  }

  /** For one turn. A caller that comes back may exceed `atOnce`, but is not refused: its wait is done, somebody must be told. */
  function stepping(): StepAside {
    let away = 0
    return async (wait) => {
      away += 1
      if (away === 1) leave()
      try {
        return await wait()
      } finally {
        away -= 1
        if (away === 0) running += 1
      }
    }
  }

  return async <T>(work: (stepAside: StepAside) => Promise<T>): Promise<T> => {
    if (running >= atOnce && waiting.size >= waitingMost) throw busy()
    if (running >= atOnce) await takeTurn()
    else running += 1
    try {
      return await work(stepping())
    } finally {
      leave()
    }
  }
}
