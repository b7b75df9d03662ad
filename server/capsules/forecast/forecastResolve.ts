import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { JUDGE_AFTER, JUDGE_FORECASTS } from '#contract/judge.ts'
import { holdOwn, judgementOf } from '#server/capsules/capsule/own.ts'
import { readContent } from '#server/capsules/capsule/stored.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { BINDING_COLUMNS } from '#server/platform/keys/binding.ts'
import { encryptText } from '#server/platform/keys/encryption.ts'

/**
 * Records what became of the caller's own opened prediction; as often as they like, the last result holds. Their confidence comes
 * out of the sealed content, never from here. A prediction opened before its day is judged too, and does not count.
 */
export async function forecastResolve(context: UserContext, input: Parsed<'forecastResolve'>) {
  const { keys, caller } = context
  const id = Number(input.capsule_id)
  const text = input.text.trim()
  await inTransaction(context.db, async (db) => {
    const { confidence, counts } = await holdOpened({ ...context, db }, id)
    const said = { result: input.result, text: text && encryptText(keys, text, judgementOf(id)) }
    await db
      .insertInto('forecast_judgements')
      .values({ capsule_id: id, user_id: caller.userId, confidence: confidence ?? null, counts, ...said })
      .onConflict((at) => at.column('capsule_id').doUpdateSet({ ...said, judged_at: sql<string>`now()` }))
      .execute()
  })
  return {}
}

/** Held with its owner until the judgement is written, so that none is left of an account that is being closed. */
async function holdOpened({ db, keys, caller }: UserContext & { db: Tx }, id: number) {
  const { status, sealed_at } = await holdOwn(db, id, caller.userId)
  await lockPerson(db, caller.userId)
  const row = await db
    .selectFrom('capsules as c')
    .leftJoin('capsule_contents as k', (on) =>
      on.onRef('k.capsule_id', '=', 'c.id').on('c.status', '=', STATUS.unsealed).on('c.sealed_at', 'is not', null),
    )
    .select([...BINDING_COLUMNS, 'k.envelope', 'k.sealed', openedInTime.as('counts')])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.type !== TYPE.forecast) throw refuse(JUDGE_FORECASTS)
  if (status !== STATUS.unsealed || sealed_at === null) throw refuse(JUDGE_AFTER)
  return { counts: row.counts, confidence: readContent(keys, row)?.confidence }
}

/** Not before its day; `c` is the row of an opened capsule. */
export const openedInTime: RawBuilder<boolean> = sql<boolean>`coalesce(c.open_at >= c.open_time, false)`
