import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { missing } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { endAllSessions, forgetSignIns, signOut } from './sessions.ts'

/** The caller's sign-ins, the newest used first; never more than ten. */
export async function sessions({ db, caller }: UserContext) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'source', 'last_at'])
    .where('user_id', '=', caller.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const sessions = rows.map(({ id, source, last_at }) => ({
    id: String(id),
    source,
    last_at: last_at.slice(0, 19),
    current: id === caller.sessionId ? (1 as const) : (0 as const),
  }))
  return { sessions }
}

/** Ends one of the caller's sign-ins, or without an id every other one. */
export async function endSession({ db, caller }: UserContext, { session_id }: Parsed<'endSession'>) {
  if (session_id === undefined) {
    const all = { but: caller.sessionId }
    await inTransaction(db, (db) => endAllSessions(db, caller.userId, all))
    forgetSignIns(caller.userId, all)
    return {}
  }
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', Number(session_id))
    .where('user_id', '=', caller.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw missing()
  await signOut(db, row.id)
  return {}
}
