/** Ours: for how long after a call's first sending another one may begin. A database that fails over takes 3 to 24 seconds. */
const PATIENCE_MS = 18_000
const FIRST_WAIT_MS = 500

let patience = { withinMs: PATIENCE_MS, firstWaitMs: FIRST_WAIT_MS }

/** For tests: of what follows when nothing is asked again, or to wait no real seconds. Without it all is as for people. */
export const setPatience = (changed: Partial<typeof patience> = {}): void => {
  patience = { withinMs: PATIENCE_MS, firstWaitMs: FIRST_WAIT_MS, ...changed }
}

type Silence = { tries: number; elapsedMs: number; retryAfterMs: number }

/**
 * Milliseconds to wait before the same is sent again; undefined when it has been enough. Twice as long each time, never
 * shorter than the server asked for, and longer by chance: what was turned away together does not come back together.
 */
export function waitBefore({ tries, elapsedMs, retryAfterMs }: Silence, chance = Math.random()): number | undefined {
  const step = patience.firstWaitMs * 2 ** (tries - 1)
  const wait = Math.max(step, retryAfterMs) + (chance * step) / 2
  return elapsedMs + wait > patience.withinMs ? undefined : wait
}
