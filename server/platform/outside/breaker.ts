/** A platform that gave no answer this often, within this time, is taken for silent. */
const SILENCES = 5
const WITHIN_MS = 30_000
/** Then one call asks again at this interval, and all others are spared the wait. */
const AGAIN_MS = 5_000

export type Breaker = ReturnType<typeof makeBreaker>

/**
 * Tells whether it is worth asking somebody who may be silent. Open after five silences without an answer between them, until
 * there is an answer, or nobody has met a silence for half a minute. By the clock that never jumps.
 */
export function makeBreaker() {
  let silences: number[] = []
  /** While the breaker is open: when one call may ask again. */
  let nextAt: number | undefined

  function close(): void {
    silences = []
    nextAt = undefined
  }
  function isOpen(): boolean {
    if (nextAt !== undefined && performance.now() - silences.at(-1)! > WITHIN_MS) close()
    return nextAt !== undefined
  }

  return {
    isOpen,
    mayAsk: (): boolean => !isOpen() || performance.now() >= nextAt!,
    asks(): void {
      if (isOpen()) nextAt = performance.now() + AGAIN_MS
    },
    silent(): void {
      const now = performance.now()
      silences = [...silences, now].slice(-SILENCES)
      if (silences.length === SILENCES && now - silences[0]! <= WITHIN_MS) nextAt ??= now + AGAIN_MS
    },
    answered: close,
    /** Nobody was asked after all: the next one may. */
    unasked(): void {
      if (isOpen()) nextAt = performance.now()
    },
  }
}
