import { sql } from 'kysely'
import type { Provider } from '#contract/oauth.ts'
import { type User, whyNotInPublic } from '#contract/profile.ts'
import type { Kind } from '#contract/wallet.ts'
import { missing, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { hasAgreed } from './agree.ts'
import { accountTokenOf } from './appleAccount.ts'
import { shownAvatar } from './avatar.ts'

/** The caller's own data with the three balances, in one query. */
export async function readUser(context: UserContext): Promise<User> {
  const [row] = await personBy(context.db, { id: context.caller.userId })
  if (!row) throw missing()
  // Name by name: a rest pattern on a row takes a slow path of the engine.
  return {
    id: String(row.id),
    nickname: row.nickname,
    avatar: shownAvatar(context, row.avatar),
    sex: row.sex,
    tel: row.tel ?? '',
    wechat_nickname: row.wechat_nickname,
    weibo_nickname: row.weibo_nickname,
    time_count: row.time_count,
    diary_count: row.diary_count,
    forecast_count: row.forecast_count,
    is_follow: 0,
    unread: row.unread,
    waiting: LOOKED_AT.filter((kind) => row.waiting.includes(kind)),
    is_first: row.gift_claimed_at ? 0 : 1,
    show_this_day: row.show_this_day ? 1 : 0,
    notify_sign_in: row.notify_sign_in ? 1 : 0,
    show_forecasts: row.show_forecasts ? 1 : 0,
    agreed: row.has_agreed ? 1 : 0,
    apple_account_token: accountTokenOf(row.id),
  }
}

const personBy = prepared(({ id }: { id: number }, db) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.nickname', 'u.avatar', 'u.sex', 'u.tel', 'u.gift_claimed_at'])
    .select(['u.show_this_day', 'u.notify_sign_in', 'u.show_forecasts'])
    .select([UNREAD.as('unread'), WAITING.as('waiting'), hasAgreed.as('has_agreed')])
    .select([boundName('wechat').as('wechat_nickname'), boundName('weibo').as('weibo_nickname')])
    .select([balance('time').as('time_count'), balance('diary').as('diary_count')])
    .select(balance('forecast').as('forecast_count'))
    .where('u.id', '=', id),
)

/** Each by its key: grouped and summed, with a sort for what waits, the statement took the database half as long again. */
const balance = (kind: Kind) =>
  sql<number>`coalesce((select a.balance from accounts a where a.owner_id = u.id and a.kind = ${sql.lit(kind)}), 0)`

const UNREAD = sql<number>`(select count(*) from inbox m where m.user_id = u.id and m.read_at is null)`
const LOOKED_AT = ['nickname', 'avatar'] as const
/** Changes that an operator must look at before others see them. */
const WAITING = sql<(typeof LOOKED_AT)[number][]>`array(select k.kind from cases k
  where k.kind in (${sql.join(LOOKED_AT.map((kind) => sql.lit(kind)))}) and k.target_id = u.id and k.closed_at is null)`

/** The caller's name at a platform; empty while not bound. */
const boundName = (provider: Provider) =>
  sql<string>`coalesce((select i.nickname from identities i where i.user_id = u.id and i.provider = ${provider}), '')`

/** Whatever is shown in public has a telephone number behind it (contract/profile.ts). */
export async function refuseWithoutTel(db: Db, userId: number): Promise<void> {
  const { tel } = await readPublicSide(db, userId)
  refuseIf(whyNotInPublic({ tel }))
}

/** Refuses a banned person as well. */
export async function refuseUnlessPublic(db: Db, userId: number): Promise<void> {
  refuseIf(whyNotInPublic(await readPublicSide(db, userId)))
}

async function readPublicSide(db: Db, userId: number) {
  const row = await db.selectFrom('users').select(['tel', 'hidden']).where('id', '=', userId).executeTakeFirst()
  return { tel: row?.tel ?? '', banned: row?.hidden === 'banned' }
}
