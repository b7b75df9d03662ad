import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { FOLLOW } from '#contract/social.ts'
import { type AuthorRow, authorColumns, toAuthor } from '#server/capsules/capsule/card.ts'
import type { UserContext } from '#server/platform/context.ts'
import { notBlockedBy } from '#server/platform/db/states.ts'
import { endOf, pageOf, walked } from '#server/platform/db/walk.ts'

type FollowRow = AuthorRow & { at: string; mutual: boolean }
const BY_FOLLOWING = { at: sql`created_at`, id: sql`followed_id` }

/** The people whom the caller follows, the newest first, and whether they follow back. */
export async function userFollowList(context: UserContext, page: Parsed<'userFollowList'>) {
  const me = context.caller.userId
  const { rows } = await sql<FollowRow>`
    select f.at, ${authorColumns},
      exists (select from follows b where b.follower_id = u.id and b.followed_id = ${me}) as mutual
    from (
      select followed_id, created_at as at from follows where follower_id = ${me}
        and ${notBlockedBy(me, sql`followed_id`)}
        and not exists (select from users h where h.id = followed_id and h.hidden is not null) ${walked(page, BY_FOLLOWING)}
    ) f join users u on u.id = f.followed_id
    order by f.at desc, u.id desc`.execute(context.db)
  const data = rows.map((row) => {
    const { sex: _, ...followed_user } = toAuthor(context, row)
    return { followed_user, status: row.mutual ? FOLLOW.both : FOLLOW.one }
  })
  const next = endOf(rows, page, (row) => [row.at, row.user_id])
  return { users: pageOf(data, page, next) }
}
