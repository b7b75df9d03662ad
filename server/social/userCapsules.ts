import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { BY_OPENING, publicCards } from '#server/capsule/publicCards.ts'
import type { UserContext } from '#server/context.ts'
import { SHOWN } from '#server/db/states.ts'
import { endOf, walked } from '#server/db/walk.ts'

/** Somebody's public capsules, the newest opened first. */
export async function userCapsules(context: UserContext, { user_id, ...page }: Parsed<'userCapsules'>) {
  const { cards, rows } = await publicCards(
    context,
    sql`
    select id, open_at as at from capsules
    where ${SHOWN} and owner_id = ${Number(user_id)} ${walked(page, BY_OPENING)}`,
  )
  const next = endOf(rows, page, ({ at, id }) => [at, id])
  return { capsules: { data: cards, current_page: page.page, per_page: page.pageSize, next } }
}
