import type { Tx } from '#server/platform/db/db.ts'
import { lockBalances } from '#server/platform/db/locks.ts'
import type { Cause, Leg } from './movement.ts'
import { post } from './post.ts'

/** Takes whatever is left of every kind; a spending that is under way is waited for. */
export async function forfeit(db: Tx, cause: Cause): Promise<void> {
  const held = await lockBalances(db, [cause.userId])
  const legs = held
    .filter(({ balance }) => balance > 0)
    .flatMap(({ kind, balance }): Leg[] => [
      { ownerId: cause.userId, kind, amount: -balance },
      { system: 'consumed', kind, amount: balance },
    ])
  if (legs.length > 0) await post(db, cause, legs)
}
