import type { RawBuilder } from 'kysely'
import { INSUFFICIENT, type Kind } from '#contract/wallet.ts'
import { refuse } from '#server/core/fail.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Amount, Cause, Leg } from './movement.ts'
import { post, postParts } from './post.ts'

export type Spending = Cause & Amount

/** A spending as parts of the statement that writes the thing paid for (`postParts`). */
export const spendParts = (spending: Spending, condition?: RawBuilder<unknown>): RawBuilder<unknown> =>
  postParts(spending, legsOf(spending), condition)

/** Takes from a balance, or refuses with the kind's own words. A caller that repeats it first checks whether it was done. */
export async function spend(db: Tx, spending: Spending): Promise<void> {
  const { scope, key } = spending
  if (!(await post(db, spending, legsOf(spending)))) throw new Error(`${scope}:${key} was spent before`)
}

const legsOf = ({ userId, kind, amount }: Spending): Leg[] => [
  { ownerId: userId, kind, amount: -amount },
  { system: 'consumed', kind, amount },
]

/** A look before something slow: refuses an empty balance now. The spending's own condition still decides. */
export async function refuseUnaffordable(db: Db, userId: number, kind: Kind): Promise<void> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('owner_id', '=', userId)
    .where('kind', '=', kind)
    .where('balance', '>', 0)
    .executeTakeFirst()
  if (!row) throw refuse(INSUFFICIENT[kind])
}
