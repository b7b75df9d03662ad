import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { type AuthorRow, authorColumns, toAuthor } from '#server/capsules/capsule/card.ts'
import { shownRecordOf } from '#server/capsules/forecast/forecastRecord.ts'
import { missing } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { notBlockedBy } from '#server/platform/db/states.ts'

type PersonRow = AuthorRow & {
  followed: boolean
  blocked: boolean
  show_forecasts: number
  public_count: number
  follower_count: number
  followed_count: number
}

/** Somebody as others see them, with what is counted of them; nobody while an operator is to look, or has looked. */
export async function userDetail(context: UserContext, { user_id }: Parsed<'userDetail'>) {
  const me = context.caller.userId
  const { rows } = await sql<PersonRow>`
    select ${authorColumns}, u.show_forecasts, s.public_count, s.follower_count, s.followed_count,
      exists (select from follows f where f.follower_id = ${me} and f.followed_id = u.id) as followed,
      not ${notBlockedBy(me, sql`u.id`)} as blocked
    from users u join standings s on s.user_id = u.id
    where u.id = ${Number(user_id)} and (u.hidden is null or u.id = ${me})`.execute(context.db)
  const row = rows[0]
  if (!row) throw missing()
  const { public_count, follower_count, followed_count } = row
  const user = {
    ...toAuthor(context, row),
    is_follow: row.followed ? (1 as const) : (0 as const),
    is_mine: row.user_id === me ? (1 as const) : (0 as const),
    is_blocked: row.blocked ? (1 as const) : (0 as const),
    public_count,
    follower_count,
    followed_count,
    ...(isShown(row) && { forecasts: await shownRecordOf(context.db, row.user_id) }),
  }
  return { user }
}

/** Their record, if they want that; not of somebody who has left, nor to somebody who wants to see nothing of them. */
const isShown = ({ show_forecasts, cancelled, blocked }: PersonRow): boolean =>
  show_forecasts === 1 && !cancelled && !blocked
