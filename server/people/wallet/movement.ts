import type { Kind } from '#contract/wallet.ts'

/** Why balances move. `scope` and `key` are unique together; the record of `userId` says `reason`. */
export type Cause = { userId: number; scope: string; key: string; reason: string }
export type Amount = { kind: Kind; amount: number }

/** One side of a movement: a person's balance goes up or down – with words of its own where they differ from the cause's. */
export type OwnLeg = Amount & { ownerId: number; reason?: string }
/** The system's side: where new capsules come from, and where spent ones go. */
export type SystemLeg = Amount & { system: 'issued' | 'consumed' }
export type Leg = OwnLeg | SystemLeg

/** In a reason: the nickname of the other side, as it is when the record is read. Nobody's name is kept in the ledger. */
export const OTHER = '…'
