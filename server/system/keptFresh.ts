/** How long the database's figures stand, and how long whoever looks waits for them. */
const FRESH_MS = 30_000
const WITHIN_MS = 2_000

export type Kept<T> = {
  (): Promise<T | undefined>
  /** Since the answer that is known was given, in seconds; undefined while there was none. */
  ageSeconds: () => number | undefined
}

/** The newest answer that came in time; a database that does not answer fails nobody who looks. */
export function keptFresh<T>(ask: () => Promise<T>, freshMs = FRESH_MS): Kept<T> {
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
