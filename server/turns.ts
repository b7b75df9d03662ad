import { busy } from '#server/fail.ts'

/**
 * Costly work a few at a time: at most `atOnce` run, at most `waitingMost` wait in order, whoever comes beyond that is
 * refused with 503 at once.
 */
export function makeTurns({ atOnce, waitingMost }: { atOnce: number; waitingMost: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce && waiting.length >= waitingMost) throw busy()
    // A turn is handed over, never given back while somebody waits.
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
