import { makeTurns } from './turns.ts'

/** What one process has under way before the next call is slower for it; some wait for others, not for the processor. */
const AT_ONCE = 256
/** As long as somebody waits for a first sign of life; beyond, the answer would come to nobody. */
const WAIT_MS = 2_000
const WAITING = 1_000

/**
 * Lets calls in, a bounded number at once; who has waited two seconds at the door, or comes when it is full, is refused with
 * 503 before anything is asked of the database. So those who were let in keep their time however many ask.
 */
export const makeAdmission = () => makeTurns({ atOnce: AT_ONCE, waitingMost: WAITING, waitMostMs: WAIT_MS })

export type Admission = ReturnType<typeof makeAdmission>
