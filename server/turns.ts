import { busy } from '#server/fail.ts'

type Bounds = {
  atOnce: number
  waitingMost: number
  /** Whoever waited so long is refused as well: by then nobody may be listening. */
  waitMostMs?: number
}

/**
 * Costly work a few at a time: at most `atOnce` run, at most `waitingMost` wait in order, whoever comes beyond that is
 * refused with 503 at once.
 */
export function makeTurns({ atOnce, waitingMost, waitMostMs }: Bounds) {
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

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce && waiting.size >= waitingMost) throw busy()
    // A turn is handed over, never given back while somebody waits.
    if (running >= atOnce) await takeTurn()
    else running += 1
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else running -= 1
    }
  }
}
