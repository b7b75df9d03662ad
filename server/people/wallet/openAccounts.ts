import { KINDS } from '#contract/wallet.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Every person has one account a kind from the first day, so that a movement is always an update. */
export async function openAccounts(db: Db, userId: number): Promise<void> {
  await db
    .insertInto('accounts')
    .values(KINDS.map((kind) => ({ owner_id: userId, kind })))
    .execute()
}
