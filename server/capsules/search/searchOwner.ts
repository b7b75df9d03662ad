import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { shownAvatar } from '#server/people/account/avatar.ts'
import type { UserContext } from '#server/platform/context.ts'
import { readViaReplica } from '#server/platform/db/readViaReplica.ts'
import { notBlockedBy } from '#server/platform/db/states.ts'
import { highlight } from './highlight.ts'
import { beside, contains, gramsOf, readKeyword } from './keyword.ts'

type FoundPerson = { id: number; nickname: string; avatar: string }

/** People with the keyword in their nickname who are still with us, the newest first. */
export async function searchOwner(context: UserContext, { keyword: typed, page }: Parsed<'searchOwner'>) {
  const keyword = readKeyword(typed)
  const fits = sql`u.cancelled_at is null and u.hidden is null and ${contains('u.nickname', keyword)}
    and ${notBlockedBy(context.caller.userId, sql`u.id`)}`
  const rows = await readViaReplica(context, {
    async choose(db) {
      const [first, ...others] = await gramsOf(db, 'name_grams', keyword)
      return sql`
        select u.id, u.nickname, u.avatar
        from name_grams g ${beside('name_grams', others, ['user_id'])} join users u on u.id = g.user_id
        where g.gram = search_form(${first}) and ${fits}
        order by g.user_id desc limit ${sql.lit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE}`
    },
    among: (ids) => sql`select u.id, u.nickname, u.avatar from users u where u.id = any(${ids}) and ${fits}`,
    async show(chosen) {
      const { rows } = await sql<FoundPerson>`select chosen.* from (${chosen}) chosen order by chosen.id desc`.execute(
        context.db,
      )
      return rows
    },
  })
  const users = rows.map(({ id, nickname, avatar }) => ({
    id: String(id),
    nickname,
    avatar: shownAvatar(context, avatar),
    highlightHTML: highlight(nickname, keyword.sought),
  }))
  return { users }
}
