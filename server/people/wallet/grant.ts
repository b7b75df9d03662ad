import type { Tx } from '#server/platform/db/db.ts'
import type { Amount, Cause, Leg } from './movement.ts'
import { post } from './post.ts'

/** Adds to balances; false, and nothing moves, when this scope and key was booked before. */
export const grant = (db: Tx, { amounts, ...cause }: Cause & { amounts: Amount[] }): Promise<boolean> =>
  post(
    db,
    cause,
    amounts.flatMap(({ kind, amount }): Leg[] => [
      { ownerId: cause.userId, kind, amount },
      { system: 'issued', kind, amount: -amount },
    ]),
  )
