import { grant } from '#server/people/wallet/grant.ts'
import type { Amount } from '#server/people/wallet/movement.ts'
import type { Services } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

let given = 0

/** Adds to balances for a test; each call adds again. */
export async function give({ db }: Pick<Services, 'db'>, userId: number, amounts: Amount[], reason = 'test') {
  given += 1
  const cause = { userId, scope: 'test', key: `${userId} ${given}`, reason }
  await inTransaction(db, (db) => grant(db, { ...cause, amounts }))
}
