import { randomUUID } from 'node:crypto'
import type { Parsed } from '#contract/calls.ts'
import { GIFT_NOTHING, GIFT_SELF } from '#contract/gift.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { GIFT_NOT_TAKEN } from '#contract/report.ts'
import { KIND_NAME, KINDS, type Kind } from '#contract/wallet.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { tell } from '#server/people/inbox/tell.ts'
import { OTHER } from '#server/people/wallet/movement.ts'
import { transfer } from '#server/people/wallet/transfer.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { runOnce } from '#server/platform/idempotency.ts'

/** Capsules from the caller to somebody else, all three kinds or none; each side's record names the other (readings 7). */
export async function giveGift(context: UserContext, { user_id, gift }: Parsed<'giveGift'>) {
  const { userId } = context.caller
  const toUserId = Number(user_id)
  const amounts = KINDS.map((kind) => ({ kind, amount: gift[kind] })).filter(({ amount }) => amount > 0)
  if (amounts.length === 0) throw refuse(GIFT_NOTHING)
  if (toUserId === userId) throw refuse(GIFT_SELF)
  const reasons = { reason: `赠送给${OTHER}`, toReason: `来自${OTHER}的赠送` }
  const movement = { userId, toUserId, amounts, scope: 'gift', key: randomUUID(), ...reasons }
  return runOnce(context, async (remember) => {
    await refuseUnlessWithUs(context.db, toUserId)
    await refuseWhereBlocked(context.db, { userId, toUserId })
    await inTransaction(context.db, async (db) => {
      await transfer(db, movement)
      // A person who closes their account locks their balances first: they have left by now, or wait for us.
      await refuseUnlessWithUs(db, toUserId)
      await tellOf(db, { userId, toUserId }, amounts)
      await remember(db, {})
    })
    // Anybody can be given something unasked, so that it can be seen who does.
    context.log.info({ from: userId, to: toUserId, gift }, 'capsules were given')
    return {}
  })
}

type Given = { userId: number; toUserId: number }

async function refuseWhereBlocked(db: Db, { userId, toUserId }: Given): Promise<void> {
  const block = await db
    .selectFrom('blocks')
    .select('blocker_id')
    .where('blocker_id', '=', toUserId)
    .where('blocked_id', '=', userId)
    .executeTakeFirst()
  if (block) throw refuse(GIFT_NOT_TAKEN)
}

async function tellOf(db: Db, { userId, toUserId }: Given, amounts: { kind: Kind; amount: number }[]): Promise<void> {
  const { nickname } = await db
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const what = amounts.map(({ kind, amount }) => `${amount}个${KIND_NAME[kind]}`).join('、')
  await tell(db, { userId: toUserId, kind: 'gift', text: `${nickname}送给您${what}`, to: ['capsuleRecord'] })
}

async function refuseUnlessWithUs(db: Db, userId: number): Promise<void> {
  const person = await db.selectFrom('users').select('cancelled_at').where('id', '=', userId).executeTakeFirst()
  if (!person) throw missing()
  if (person.cancelled_at !== null) throw refuse(CANCELLED_NAME)
}
