import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { GIFT_NOTHING, GIFT_SELF } from '#contract/gift.ts'
import { addressOf } from '#contract/pages.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { GIFT_NOT_TAKEN } from '#contract/report.ts'
import { KIND_NAME, KINDS } from '#contract/wallet.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { type Movement, movementOf, OTHER, transferLegs } from '#server/people/wallet/movement.ts'
import { movementSql, whyNotMoved } from '#server/people/wallet/post.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { heldPerson } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { type Remembered, rememberedAs, rememberedSql, runOnce } from '#server/platform/idempotency.ts'

/** Capsules from the caller to somebody else, all three kinds or none; each side's record names the other (readings 7). */
export async function giveGift(context: UserContext, { user_id, gift }: Parsed<'giveGift'>) {
  const { userId } = context.caller
  const toUserId = Number(user_id)
  const amounts = KINDS.map((kind) => ({ kind, amount: gift[kind] })).filter(({ amount }) => amount > 0)
  if (amounts.length === 0) throw refuse(GIFT_NOTHING)
  if (toUserId === userId) throw refuse(GIFT_SELF)
  const cause = { userId, scope: 'gift', key: randomUUID(), reason: `赠送给${OTHER}` }
  const legs = transferLegs({ userId, toUserId, toReason: `来自${OTHER}的赠送`, amounts })
  const what = amounts.map(({ kind, amount }) => `${amount}个${KIND_NAME[kind]}`).join('、')
  return runOnce(context, async () => {
    const remembered = rememberedAs(context.once, {})
    const [given] = await giveAtOnce(context.db, { ...movementOf(cause, legs), ...remembered, toUserId, what })
    if (!given) {
      await refuseUnlessWithUs(context.db, toUserId)
      await refuseWhereBlocked(context.db, { userId, toUserId })
      throw await whyNotMoved(context.db, legs)
    }
    // Anybody can be given something unasked, so that it can be seen who does.
    context.log.info({ from: userId, to: toUserId, gift }, 'capsules were given')
    return {}
  })
}

type Given = { userId: number; toUserId: number }

/**
 * Gives, and tells the other person. A person who closes their account locks their balances first, then themselves: they have
 * left by now, or wait for us.
 */
const giveAtOnce = prepared(
  (v: Movement & Remembered & { toUserId: number; what: string }) => sql<{ id: number }>`
    with ${movementSql(v, {
      held: sql`, receiver as (${heldPerson(v.toUserId, sql`able`)})`,
      heldCondition: sql`exists (select from receiver)
        and not exists (select from blocks where blocker_id = ${v.toUserId} and blocked_id = ${v.userId})`,
    })}, told as (
      insert into inbox (user_id, kind, text, page)
      select ${v.toUserId}, 'gift', u.nickname || '送给你' || ${v.what}::text, ${sql.lit(addressOf('capsuleRecord'))}
      from booked, users u where u.id = ${v.userId}
    ), ${rememberedSql(v, { of: v.userId, from: sql`booked` })}
    select id from booked`,
)

async function refuseWhereBlocked(db: Db, { userId, toUserId }: Given): Promise<void> {
  const block = await db
    .selectFrom('blocks')
    .select('blocker_id')
    .where('blocker_id', '=', toUserId)
    .where('blocked_id', '=', userId)
    .executeTakeFirst()
  if (block) throw refuse(GIFT_NOT_TAKEN)
}

async function refuseUnlessWithUs(db: Db, userId: number): Promise<void> {
  const person = await db.selectFrom('users').select('cancelled_at').where('id', '=', userId).executeTakeFirst()
  if (!person) throw missing()
  if (person.cancelled_at !== null) throw refuse(CANCELLED_NAME)
}
