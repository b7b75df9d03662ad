import type { Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { grant } from '#server/wallet/grant.ts'
import type { Amount } from '#server/wallet/movement.ts'

let given = 0

/** Fills balances for a test, each time anew. */
export async function give({ db }: Pick<Services, 'db'>, userId: number, amounts: Amount[], reason = 'test') {
  given += 1
  const cause = { userId, scope: 'test', key: `${userId} ${given}`, reason }
  await inTransaction(db, (db) => grant(db, { ...cause, amounts }))
}
