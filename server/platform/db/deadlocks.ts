/** The order of locks (locks.ts) keeps these rare; the few that are left are nobody's fault and no reason to refuse. */
const DEADLOCK = new Set(['40P01', '40001'])
const RUNS_MOST = 8
const FIRST_WAIT_MS = 10

/** The row that a transaction holds is no longer the one it is about: it begins anew, as after a deadlock. */
export class Overtaken extends Error {
  readonly code = '40001'
}

/**
 * Runs the work again when the database ended it to untie a deadlock, which undid all of it. Only for what is undone as a
 * whole: a transaction, or one statement of its own.
 */
export async function untangled<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await work()
    } catch (error) {
      if (run === RUNS_MOST || !DEADLOCK.has((error as { code?: string }).code ?? '')) throw error
      // A random wait, so that two transactions that met do not meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_WAIT_MS * run))
    }
  }
}
