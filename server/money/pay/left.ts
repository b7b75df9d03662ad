import type { Tx } from '#server/platform/db/db.ts'

/** Call it once the person's balances are locked, as closing locks them: a closing is over by now, or waits. */
export async function hasLeft(db: Tx, userId: number): Promise<boolean> {
  const user = await db.selectFrom('users').select('cancelled_at').where('id', '=', userId).executeTakeFirst()
  return user?.cancelled_at != null
}
