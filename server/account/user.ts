import { sql } from 'kysely'
import type { User } from '#contract/account.ts'
import type { Db } from '#server/context.ts'
import { missing } from '#server/fail.ts'

/** The caller's own data with the three balances, in one query. */
export async function readUser(db: Db, userId: number): Promise<User> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('accounts as a', 'a.owner_id', 'u.id')
    .select(['u.id', 'u.nickname', 'u.avatar', 'u.sex', 'u.tel', 'u.gift_claimed_at'])
    .select([
      sql<number>`coalesce(sum(a.balance) filter (where a.kind = 'time'), 0)::bigint`.as('time_count'),
      sql<number>`coalesce(sum(a.balance) filter (where a.kind = 'diary'), 0)::bigint`.as('diary_count'),
      sql<number>`coalesce(sum(a.balance) filter (where a.kind = 'forecast'), 0)::bigint`.as('forecast_count'),
    ])
    .where('u.id', '=', userId)
    .groupBy('u.id')
    .executeTakeFirst()
  if (!row) throw missing()
  const { id, tel, gift_claimed_at, ...rest } = row
  return { ...rest, id: String(id), tel: tel ?? '', weibo_nickname: '', is_first: gift_claimed_at ? 0 : 1 }
}
