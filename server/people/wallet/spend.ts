import { sql } from 'kysely'
import { INSUFFICIENT, type Kind } from '#contract/wallet.ts'
import { refuse } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { type Amount, type Cause, spendingLegs } from './movement.ts'
import { post } from './post.ts'

export type Spending = Cause & Amount

/** Takes from a balance, or refuses with the kind's own words. A caller that repeats it first checks whether it was done. */
export async function spend(db: Db, spending: Spending): Promise<void> {
  const { scope, key } = spending
  if (!(await post(db, spending, spendingLegs(spending)))) throw new Error(`${scope}:${key} was spent before`)
}

/** A look before something slow: refuses an empty balance now. The spending's own condition still decides. */
export async function refuseUnaffordable(db: Db, userId: number, kind: Kind): Promise<void> {
  const [row] = await affordable(db, { userId, kind })
  if (!row) throw refuse(INSUFFICIENT[kind])
}

const affordable = prepared(
  ({ userId, kind }: { userId: number; kind: Kind }) => sql<{ id: number }>`
    select id from accounts where owner_id = ${userId} and kind = ${kind} and balance > 0`,
)
