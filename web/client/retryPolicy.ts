/** Our choice: how long after a call's first sending another may begin. A database that fails over takes 3 to 24 seconds. */
const RETRY_WITHIN_MS = 18_000
const FIRST_WAIT_MS = 500

let policy = { withinMs: RETRY_WITHIN_MS, firstWaitMs: FIRST_WAIT_MS }

/** For tests that repeat no calls, or wait no real seconds. Without an argument all is as for people. */
export const setRetryPolicy = (changed: Partial<typeof policy> = {}): void => {
  policy = { withinMs: RETRY_WITHIN_MS, firstWaitMs: FIRST_WAIT_MS, ...changed }
}

type Tried = { tries: number; elapsedMs: number; retryAfterMs: number }

/**
 * Milliseconds to wait before a call is sent again; undefined when it has been enough. Twice as long each time, never
 * shorter than the server asked for, and longer by chance: calls turned away together do not come back together.
 */
export function waitBefore({ tries, elapsedMs, retryAfterMs }: Tried, chance = Math.random()): number | undefined {
  const step = policy.firstWaitMs * 2 ** (tries - 1)
  const wait = Math.max(step, retryAfterMs) + (chance * step) / 2
  return elapsedMs + wait > policy.withinMs ? undefined : wait
}
