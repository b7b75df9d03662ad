import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { cardsOf, publicCards } from '#server/capsules/capsule/publicCards.ts'
import type { UserContext } from '#server/platform/context.ts'
import { notBlockedBy, SHOWN } from '#server/platform/db/states.ts'
import { pageOf, walked } from '#server/platform/db/walk.ts'

const BY_LIKING = { at: sql`l.created_at`, id: sql`l.capsule_id` }

/** Capsules that the caller likes, the newest like first; one that is no longer public is left out, and comes back once it is. */
export async function userLoveList(context: UserContext, page: Parsed<'userLoveList'>) {
  const me = context.caller.userId
  const rows = await publicCards(
    context,
    sql`
    select capsules.*, l.created_at as at
    from loves l join capsules on capsules.id = l.capsule_id and ${SHOWN}
    where l.user_id = ${me} and ${notBlockedBy(me, sql`capsules.owner_id`)} ${walked(page, BY_LIKING)}`,
  )
  const { cards, next } = cardsOf(rows, page)
  return { capsules: pageOf(cards, page, next) }
}
