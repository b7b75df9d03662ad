import { type RawBuilder, sql } from 'kysely'
import { Fail, isTaken, refuse } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'
import { Overtaken, untangled } from '#server/platform/db/deadlocks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Once } from './caller.ts'
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
  if (!context.once) return untangled(() => work(async () => {}))
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

/** The answer as values of the statement that writes it with its effect (`rememberedSql`); none without a key. */
export type Remembered = ReturnType<typeof rememberedAs>
export const rememberedAs = (once: Once | undefined, answer: object) => ({
  isOnce: once !== undefined,
  onceKey: once?.key ?? '',
  call: once?.call ?? '',
  requestHash: once?.requestHash ?? NO_HASH,
  answer: JSON.stringify(answer),
})
const NO_HASH = Buffer.alloc(0)
export const NOT_REMEMBERED: Remembered = rememberedAs(undefined, {})

type Where = {
  of: number
  /** Has a row if the answer is to be remembered. */
  from: RawBuilder<unknown>
  /** As json, what of the answer the statement itself decides. */
  more?: RawBuilder<unknown>
}

/** Part of a `with`: remembers the answer of person `of`. */
export const rememberedSql = (v: Remembered, { of, from, more = sql`'{}'` }: Where): RawBuilder<unknown> => sql`
    remembered as (
      insert into idempotency (user_id, key, call, request_hash, answer)
      select ${of}, ${v.onceKey}, ${v.call}, ${v.requestHash}::bytea, ${v.answer}::jsonb || ${more}::jsonb
      from ${from} where ${v.isOnce}::boolean
    )`

async function rememberAnswer({ db, caller, once }: UserContext, answer: object): Promise<void> {
  if (once) await remember(db, { of: caller.userId, ...rememberedAs(once, answer) })
}

const remember = prepared(
  (v: Remembered & { of: number }) => sql`with ${rememberedSql(v, { of: v.of, from: sql`(select) one` })} select`,
)

/** The answer that this very call had when it was first made, if it was. Throws where the key was used for something else. */
export async function firstAnswer<T>({ db, caller, once }: UserContext): Promise<T | undefined> {
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
