import { tooManyWaiting, waitedTooLong } from './errors.ts'

type Waiter = { go(): void; refuse(error: Error): void; since: number }
type Bounds = {
  hasRoom: () => boolean
  /** Callers that wait at once; a further one is refused, and one that has waited so long. */
  waiting: number
  waitMs: number
}

/** Callers that wait until there is room, first come first served. */
export function makeWaitingLine({ hasRoom, waiting: most, waitMs }: Bounds) {
  const waiting: Waiter[] = []

  return {
    enter<T>(go: () => Promise<T>): Promise<T> {
      if (waiting.length === 0 && hasRoom()) return go()
      if (waiting.length >= most) return Promise.reject(tooManyWaiting(most))
      return new Promise((resolve, reject) => {
        waiting.push({ go: () => go().then(resolve, reject), refuse: reject, since: performance.now() })
      })
    },
    admit() {
      while (waiting.length > 0 && hasRoom()) waiting.shift()!.go()
    },
    refuseLate(now: number) {
      while (waiting[0] && now - waiting[0].since > waitMs) waiting.shift()!.refuse(waitedTooLong(waitMs))
    },
    refuseAll(error: Error) {
      for (const { refuse } of waiting.splice(0)) refuse(error)
    },
  }
}
