import type { Db } from '#server/platform/db/db.ts'
import { type Amount, type Cause, grantLegs } from './movement.ts'
import { post } from './post.ts'

/** Adds to balances; false, and nothing moves, when this scope and key was booked before. */
export const grant = (db: Db, { amounts, ...cause }: Cause & { amounts: Amount[] }): Promise<boolean> =>
  post(db, cause, grantLegs(cause.userId, amounts))
