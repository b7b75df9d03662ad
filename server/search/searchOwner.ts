import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { shownAvatar } from '#server/account/avatar.ts'
import type { UserContext } from '#server/context.ts'
import { highlight } from './highlight.ts'
import { beside, contains, gramsOf, readKeyword } from './keyword.ts'

type Row = { id: number; nickname: string; avatar: string }

/** People with the keyword in their nickname who are still with us, the newest first. */
export async function searchOwner(context: UserContext, { keyword: typed, page }: Parsed<'searchOwner'>) {
  const keyword = readKeyword(typed)
  const [first, ...others] = await gramsOf(context.db, 'name_grams', keyword)
  const { rows } = await sql<Row>`
    select u.id, u.nickname, u.avatar
    from name_grams g ${beside('name_grams', others, ['user_id'])} join users u on u.id = g.user_id
    where g.gram = search_form(${first}) and u.cancelled_at is null and ${contains('u.nickname', keyword)}
    order by g.user_id desc limit ${sql.lit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE}`.execute(context.db)
  const users = rows.map(({ id, nickname, avatar }) => ({
    id: String(id),
    nickname,
    avatar: shownAvatar(context, avatar),
    highlightHTML: highlight(nickname, keyword.sought),
  }))
  return { users }
}
