import { sql } from 'kysely'
import type { Provider } from '#contract/oauth.ts'
import { type User, whyNotInPublic } from '#contract/profile.ts'
import type { Db, UserContext } from '#server/context.ts'
import { missing, refuseIf } from '#server/fail.ts'
import { accountTokenOf } from './appleAccount.ts'
import { shownAvatar } from './avatar.ts'

/** The caller's own data with the three balances, in one query. */
export async function readUser(context: UserContext): Promise<User> {
  const { db, caller } = context
  const row = await db
    .selectFrom('users as u')
    .leftJoin('accounts as a', 'a.owner_id', 'u.id')
    .select(['u.id', 'u.nickname', 'u.avatar', 'u.sex', 'u.tel', 'u.gift_claimed_at', 'u.show_this_day'])
    .select([boundName('wechat').as('wechat_nickname'), boundName('weibo').as('weibo_nickname')])
    .select([
      sql<number>`coalesce(sum(a.balance) filter (where a.kind = 'time'), 0)::bigint`.as('time_count'),
      sql<number>`coalesce(sum(a.balance) filter (where a.kind = 'diary'), 0)::bigint`.as('diary_count'),
      sql<number>`coalesce(sum(a.balance) filter (where a.kind = 'forecast'), 0)::bigint`.as('forecast_count'),
    ])
    .where('u.id', '=', caller.userId)
    .groupBy('u.id')
    .executeTakeFirst()
  if (!row) throw missing()
  const { id, tel, avatar, gift_claimed_at, show_this_day, ...rest } = row
  return {
    ...rest,
    id: String(id),
    avatar: shownAvatar(context, avatar),
    tel: tel ?? '',
    is_first: gift_claimed_at ? 0 : 1,
    show_this_day: show_this_day ? 1 : 0,
    apple_account_token: accountTokenOf(id),
  }
}

/** The caller's name at a platform; empty while not bound. */
const boundName = (provider: Provider) =>
  sql<string>`coalesce((select i.nickname from identities i where i.user_id = u.id and i.provider = ${provider}), '')`

/** Whatever is shown in public has a telephone number behind it (contract/profile.ts). */
export async function refuseWithoutTel(db: Db, userId: number): Promise<void> {
  const row = await db.selectFrom('users').select('tel').where('id', '=', userId).executeTakeFirst()
  refuseIf(whyNotInPublic({ tel: row?.tel ?? '' }))
}
