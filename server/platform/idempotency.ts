import { sql } from 'kysely'
import { Fail, isTaken, refuse } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'
import { Overtaken, untangled } from '#server/platform/db/deadlocks.ts'
import type { UserContext } from './context.ts'
import type { Sweep } from './sweep.ts'

export const TWICE = '已经提交过一次了，请刷新后查看'

type Remember = (db: Db, answer: object) => Promise<void>

/**
 * Runs a call that a client may repeat with the same Idempotency-Key. The work writes its answer in its own
 * transaction through `remember`, so answer and effect stand or fall together; a repeat gets the first answer,
 * also when it would now be refused (the last capsule was spent by the first try). Something else under the same key is
 * refused with that answer as `data.first`: a client that lost it learns what came of it, and nothing is done twice.
 */
export async function runOnce<T extends object>(
  context: UserContext,
  work: (remember: Remember) => Promise<T>,
): Promise<T> {
  if (!context.once) return work(async () => {})
  return untangled(() => attempt(context, work))
}

async function attempt<T extends object>(context: UserContext, work: (remember: Remember) => Promise<T>): Promise<T> {
  await forgetOlder(context)
  try {
    return await work((db, answer) => rememberAnswer({ ...context, db }, answer))
  } catch (error) {
    if (!(error instanceof Fail) && !isTaken(error, 'idempotency_pkey')) throw error
    const first = await firstAnswer<T>(context)
    if (first) return first
    // The answer that took the key is gone again, with its person or by age: nothing was done here, so the call begins anew.
    throw error instanceof Fail ? error : new Overtaken()
  }
}

async function forgetOlder({ db, caller, once }: UserContext): Promise<void> {
  if (once?.forSeconds === undefined) return
  await sql`delete from idempotency where user_id = ${caller.userId} and key = ${once.key}
    and created_at < clock_timestamp() - make_interval(secs => ${once.forSeconds})`.execute(db)
}

export async function rememberAnswer({ db, caller, once }: UserContext, answer: object): Promise<void> {
  if (!once) return
  await db
    .insertInto('idempotency')
    .values({
      user_id: caller.userId,
      key: once.key,
      call: once.call,
      request_hash: once.requestHash,
      answer: JSON.stringify(answer),
    })
    .execute()
}

async function firstAnswer<T>({ db, caller, once }: UserContext): Promise<T | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .select(['call', 'request_hash', 'answer'])
    .where('user_id', '=', caller.userId)
    .where('key', '=', once!.key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.call !== once!.call || !row.request_hash.equals(once!.requestHash)) {
    throw refuse(TWICE, row.call === once!.call ? { first: row.answer } : undefined)
  }
  return row.answer as T
}

export const oldAnswers: Sweep = {
  from: 'idempotency',
  when: sql`created_at < now() - interval '30 days'`,
  wanted: true,
}
