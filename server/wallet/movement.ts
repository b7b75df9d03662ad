import type { Kind } from '#contract/wallet.ts'

/** Why balances move. `scope` and `key` are unique together: a repeat violates `transactions_scope_key_key`. */
export type Cause = { userId: number; scope: string; key: string; reason: string }
export type Amount = { kind: Kind; amount: number }
