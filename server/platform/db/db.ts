import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
/** A `Db` inside a transaction: code that locks rows, or moves balances, asks for one. */
export type Tx = Transaction<Tables>
