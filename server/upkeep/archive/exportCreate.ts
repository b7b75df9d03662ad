import { sql } from 'kysely'
import { ARCHIVE_IN_MAKING } from '#contract/archive.ts'
import type { Parsed } from '#contract/calls.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { endArchives } from '#server/people/account/proof/archives.ts'
import { refuseUnlessProved } from '#server/people/account/proof/refuseUnlessProved.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { UserContext } from '#server/platform/context.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { queue } from '#server/platform/message/queue.ts'

const ASKED = '你的账号刚刚申请了导出全部记忆。如果不是你，请取消它，并修改密码。'

/** Asks for an archive of everything; one that was ready before ends. Only the person themselves, who is told on every channel. */
export async function exportCreate(context: UserContext) {
  await refuseUnlessProved(context)
  const { db, caller } = context
  const id = await inTransaction(db, async (db) => {
    const { tel } = await lockPerson(db, caller.userId)
    await refuseWhileInMaking(context, db)
    await endArchives(db, caller.userId)
    const { id } = await db
      .insertInto('archives')
      .values({ user_id: caller.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tell(db, { userId: caller.userId, kind: 'archive', text: ASKED, to: ['archive'] })
    if (tel)
      await queue(db, [{ channel: 'sms', template: 'archive', occasion: `archive ${id}`, user_id: caller.userId }])
    return id
  })
  return { id: String(id) }
}

async function refuseWhileInMaking({ caller }: UserContext, db: UserContext['db']): Promise<void> {
  const { rows } = await sql`
    select from archives where user_id = ${caller.userId} and ready_at is null and failed_at is null and ended_at is null and not kept`.execute(
    db,
  )
  if (rows.length > 0) throw refuse(ARCHIVE_IN_MAKING)
}

/** Ends one of the caller's archives, also while it is made or downloaded. Names of things stay in none. */
export async function exportCancel({ db, caller }: UserContext, { id }: Parsed<'exportCancel'>) {
  const { rows } = await sql`
    update archives set ended_at = coalesce(ended_at, now()), missing = '[]' where id = ${Number(id)} and user_id = ${caller.userId} returning id`.execute(
    db,
  )
  if (rows.length === 0) throw missing()
  return {}
}
