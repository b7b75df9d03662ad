import { sql } from 'kysely'
import { GIFT_ALREADY, KINDS, WELCOME_GIFT } from '#contract/wallet.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { grantLegs, type Movement, movementOf } from '#server/people/wallet/movement.ts'
import { isBooked, movementSql } from '#server/people/wallet/post.ts'
import type { UserContext } from '#server/platform/context.ts'
import { untangled } from '#server/platform/db/deadlocks.ts'
import { heldPerson } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { readUser } from './user.ts'

/** The welcome gift, once a person: the ledger's own key makes the second time impossible. */
export async function claimGift(context: UserContext) {
  const { db, caller } = context
  const { userId } = caller
  const cause = { userId, scope: 'welcome', key: String(userId), reason: '新人礼包' }
  const amounts = KINDS.map((kind) => ({ kind, amount: WELCOME_GIFT[kind] }))
  const claimed = await untangled(() => claim(db, movementOf(cause, grantLegs(userId, amounts))))
  if (claimed.length === 0) throw (await isBooked(db, cause)) ? refuse(GIFT_ALREADY) : missing()
  return { user: await readUser(context) }
}

/** Nobody who has left by the time their balances are held gets one. */
const claim = prepared(
  (v: Movement) => sql<{ id: number }>`
    with ${movementSql(v, {
      held: sql`, present as (${heldPerson(v.userId, sql`able`)})`,
      heldCondition: sql`exists (select from present)`,
    })}, noted as (
      update users set gift_claimed_at = now() where id = ${v.userId} and exists (select from booked)
    )
    select id from booked`,
)
