import { sql } from 'kysely'
import { HOT_WORD_DAYS, SEARCH_HISTORY_MAX } from '#contract/limits.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Sweep } from '#server/platform/sweep.ts'
import { isBlocked } from './blockedWords.ts'

type Search = { keyword: string; found: boolean }

/** Keeps the word in the caller's history of six, and lets it count towards the hot ones once a person. */
export async function rememberSearch(
  { db, words, caller: { userId } }: UserContext,
  { keyword, found }: Search,
): Promise<void> {
  const counts = found && !isBlocked(keyword, await words())
  await inTransaction(db, async (db) => {
    await lockPerson(db, userId)
    await keep(db, userId, keyword)
    if (counts) await vote(db, userId, keyword)
  })
}

const keep = (db: Tx, userId: number, keyword: string) =>
  sql`
    with written as (
      insert into searches (user_id, keyword) values (${userId}, ${keyword})
      on conflict (user_id, keyword) do update set id = default
    )
    delete from searches where user_id = ${userId} and keyword <> ${keyword} and id not in (
      select id from searches where user_id = ${userId} and keyword <> ${keyword}
      order by id desc limit ${sql.lit(SEARCH_HISTORY_MAX - 1)})`.execute(db)

/** Of accounts older than a day: nobody makes a word hot by registering for it. */
const vote = (db: Tx, userId: number, keyword: string) =>
  sql`
    insert into search_votes (keyword, user_id)
    select ${keyword}, id from users where id = ${userId} and created_at < now() - interval '1 day'
    on conflict (keyword, user_id) do update set at = now()
      where search_votes.at < now() - interval '1 hour'`.execute(db)

export const oldVotes: Sweep = {
  from: 'search_votes',
  when: sql`at < now() - make_interval(days => ${sql.lit(HOT_WORD_DAYS)})`,
}
