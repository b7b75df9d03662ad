import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { publicPage } from '#server/capsules/capsule/publicCards.ts'
import type { UserContext } from '#server/platform/context.ts'
import { pageOf } from '#server/platform/db/walk.ts'

/** Somebody's public capsules, the newest opened first. */
export async function userCapsules(context: UserContext, { user_id, ...page }: Parsed<'userCapsules'>) {
  const { cards, next } = await publicPage(context, sql`owner_id = ${Number(user_id)}`, page)
  return { capsules: pageOf(cards, page, next) }
}
