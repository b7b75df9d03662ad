/** How long the database's figures stand, and how long a reader waits for them. */
const FRESH_MS = 30_000
const WITHIN_MS = 2_000

export type Cached<T> = {
  (): Promise<T | undefined>
  /** Seconds since the last known answer; undefined while there was none. */
  ageSeconds: () => number | undefined
}

/** The newest answer that came in time; a reader never fails because the database does not answer. */
export function cached<T>(ask: () => Promise<T>, freshMs = FRESH_MS): Cached<T> {
  let known: T | undefined
  let knownAt: number | undefined
  let asked: Promise<unknown> = Promise.resolve()
  let freshUntil = 0
  const keep = (answer: T) => {
    known = answer
    knownAt = performance.now()
  }
  const get = async () => {
    if (performance.now() > freshUntil) {
      freshUntil = performance.now() + freshMs
      asked = ask().then(keep, forgiven)
    }
    await Promise.race([asked, late()])
    return known
  }
  const ageSeconds = () => (knownAt === undefined ? undefined : (performance.now() - knownAt) / 1000)
  return Object.assign(get, { ageSeconds })
}

const forgiven = (): undefined => undefined
const late = () => new Promise<void>((resolve) => setTimeout(resolve, WITHIN_MS).unref())
