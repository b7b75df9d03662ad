import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { BLOCK_SELF } from '#contract/report.ts'
import { type AuthorRow, authorColumns, toAuthor } from '#server/capsules/capsule/card.ts'
import { missing, refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { endOf, pageOf, walked } from '#server/platform/db/walk.ts'

/** The caller sees nothing of somebody any more, and gets nothing from them; nobody else notices. */
export async function block({ db, caller: { userId } }: UserContext, { user_id }: Parsed<'block'>) {
  const blocked = Number(user_id)
  if (blocked === userId) throw refuse(BLOCK_SELF)
  await inTransaction(db, async (db) => {
    await lockPerson(db, userId)
    const other = await db.selectFrom('users').select('id').where('id', '=', blocked).executeTakeFirst()
    if (!other) throw missing()
    await db
      .insertInto('blocks')
      .values({ blocker_id: userId, blocked_id: blocked })
      .onConflict((taken) => taken.doNothing())
      .execute()
  })
  return {}
}

export async function unblock({ db, caller }: UserContext, { user_id }: Parsed<'unblock'>) {
  await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', caller.userId)
    .where('blocked_id', '=', Number(user_id))
    .execute()
  return {}
}

type BlockedRow = AuthorRow & { at: string }
const BY_BLOCKING = { at: sql`created_at`, id: sql`blocked_id` }

/** Whom the caller has blocked, the newest first. */
export async function blockedUsers(context: UserContext, page: Parsed<'blockedUsers'>) {
  const { rows } = await sql<BlockedRow>`
    select b.at, ${authorColumns}
    from (
      select blocked_id, created_at as at from blocks
      where blocker_id = ${context.caller.userId} ${walked(page, BY_BLOCKING)}
    ) b join users u on u.id = b.blocked_id
    order by b.at desc, u.id desc`.execute(context.db)
  const data = rows.map((row) => toAuthor(context, row))
  const next = endOf(rows, page, (row) => [row.at, row.user_id])
  return { users: pageOf(data, page, next) }
}
