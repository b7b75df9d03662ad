import type { Tx } from '#server/platform/db/db.ts'
import type { Amount, Cause, Leg } from './movement.ts'
import { post } from './post.ts'

/** `userId` of the cause pays and reads `reason`; the other side reads its own. */
export type Transfer = Cause & { toUserId: number; toReason: string; amounts: Amount[] }

/** From one person to another, all kinds or none. A caller that repeats it first checks whether it was done. */
export async function transfer(db: Tx, { toUserId, toReason, amounts, ...cause }: Transfer): Promise<void> {
  const legs = amounts.flatMap(({ kind, amount }): Leg[] => [
    { ownerId: cause.userId, kind, amount: -amount },
    { ownerId: toUserId, kind, amount, reason: toReason },
  ])
  if (!(await post(db, cause, legs))) throw new Error(`${cause.scope}:${cause.key} was transferred before`)
}
