import type { Tx } from '#server/context.ts'

/** Asked once their balances are held, as closing holds them: it is over by now, or waits. */
export async function hasLeft(db: Tx, userId: number): Promise<boolean> {
  const user = await db.selectFrom('users').select('cancelled_at').where('id', '=', userId).executeTakeFirst()
  return user?.cancelled_at != null
}
