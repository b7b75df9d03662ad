import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'

type Standing = { hasLeft: boolean; debts: number[] }

/**
 * Whether a person has left, and the orders they owe something of. Call it once their balances are locked, as closing and
 * refunds lock them: either is over by now, or waits.
 */
export async function standingOf(db: Tx, userId: number): Promise<Standing> {
  const [standing] = await read(db, { userId })
  return standing!
}

const read = prepared(
  ({ userId }: { userId: number }) => sql<Standing>`
    select exists (select from users where id = ${userId} and cancelled_at is not null) as "hasLeft",
      array(select id from orders where user_id = ${userId} and owed > 0) as debts`,
)
