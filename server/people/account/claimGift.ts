import { sql } from 'kysely'
import { GIFT_ALREADY, KINDS, WELCOME_GIFT } from '#contract/wallet.ts'
import { refuse } from '#server/core/fail.ts'
import { grant } from '#server/people/wallet/grant.ts'
import type { UserContext } from '#server/platform/context.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { readUser } from './user.ts'

/** The welcome gift, once a person: the ledger's own key makes the second time impossible. */
export async function claimGift(context: UserContext) {
  const { userId } = context.caller
  await inTransaction(context.db, async (db) => {
    const amounts = KINDS.map((kind) => ({ kind, amount: WELCOME_GIFT[kind] }))
    const given = await grant(db, { userId, scope: 'welcome', key: String(userId), reason: '新人礼包', amounts })
    if (!given) throw refuse(GIFT_ALREADY)
    await lockPerson(db, userId)
    await db.updateTable('users').set({ gift_claimed_at: sql<string>`now()` }).where('id', '=', userId).execute()
  })
  return { user: await readUser(context) }
}
