import type { CallName } from '#contract/calls.ts'

export type Caller = { userId: number; sessionId: number }
/** The caller's Idempotency-Key with the hash of what was asked. `forSeconds`: for how long it tells repeats, where not for good. */
export type Once = { key: string; call: CallName; requestHash: Buffer; forSeconds?: number }
