import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'

/** Calls one process has under way before the next one is slower; some of them wait for others, not for the processor. */
const AT_ONCE = 256
/** As long as somebody waits for a first sign of life; beyond, the answer would come to nobody. */
const WAIT_MS = 2_000
const WAITING = 1_000

/**
 * Lets calls in, a bounded number at once; a call that has waited two seconds at the door, or comes when it is full, is refused
 * with 503 before any query. So admitted calls stay fast however many come.
 */
export const makeAdmission = () => makeSemaphore({ atOnce: AT_ONCE, waitingMost: WAITING, waitMostMs: WAIT_MS })

export type Admission = ReturnType<typeof makeAdmission>
