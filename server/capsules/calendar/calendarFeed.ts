import { sql } from 'kysely'
import type { UserContext } from '#server/platform/context.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { feedAddress, feedHash, feedToken } from './address.ts'

type Feed = { url: string }

export async function calendarFeed({ db, keys, caller, origin }: UserContext): Promise<Feed> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('generation')
    .where('user_id', '=', caller.userId)
    .where('token_hash', 'is not', null)
    .executeTakeFirst()
  return { url: feed ? feedAddress(origin, feedToken(keys, caller.userId, feed.generation)) : '' }
}

/** Makes the feed, or gives it another address: the one before is worth nothing from now on. */
export async function renewCalendarFeed({ db, keys, caller, origin }: UserContext): Promise<Feed> {
  return inTransaction(db, async (db) => {
    await lockPerson(db, caller.userId)
    const { generation } = await db
      .insertInto('calendar_feeds')
      .values({ user_id: caller.userId, token_hash: null })
      .onConflict((at) =>
        at
          .column('user_id')
          .doUpdateSet({ generation: sql<number>`calendar_feeds.generation + 1`, created_at: sql<string>`now()` }),
      )
      .returning('generation')
      .executeTakeFirstOrThrow()
    const token = feedToken(keys, caller.userId, generation)
    await db
      .updateTable('calendar_feeds')
      .set({ token_hash: feedHash(token) })
      .where('user_id', '=', caller.userId)
      .execute()
    return { url: feedAddress(origin, token) }
  })
}

export async function endCalendarFeed({ db, caller }: UserContext) {
  await db.updateTable('calendar_feeds').set({ token_hash: null }).where('user_id', '=', caller.userId).execute()
  return {}
}
