import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { FEEDBACK_A_DAY_OVER, whyNotFeedback } from '#contract/feedback.ts'
import { FEEDBACK_A_DAY } from '#contract/limits.ts'
import { keyOf } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import { refuse, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockObjects, lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { checkObjects } from '#server/platform/media/check.ts'

/** Feedback to the operators, with a picture if there is one: ten a day (readings 9). */
export async function feedback(context: UserContext, input: Parsed<'feedback'>) {
  refuseIf(whyNotFeedback(input.text))
  const { userId } = context.caller
  const key = input.key === undefined ? null : keyOf(input.key)!
  return runOnce(context, async (remember) => {
    if (key) await checkObjects(context, [{ key, field: 'key' }])
    await inTransaction(context.db, async (db) => {
      if (key) await holdPicture(db, key)
      await lockPerson(db, userId)
      await refuseOverDay(db, userId)
      await db.insertInto('feedback').values({ user_id: userId, text: input.text.trim(), key }).execute()
      await remember(db, {})
    })
    return {}
  })
}

/** A job about to clear the picture finds the row changed, and checks again whether it is needed. */
async function holdPicture(db: Tx, key: string): Promise<void> {
  const held = await lockObjects(db).where('o.key', '=', key).where('o.sealed_in', 'is', null).execute()
  if (held.length === 0) throw refuse(UPLOAD.gone)
  await db.updateTable('objects').set({ doomed_at: null }).where('key', '=', key).execute()
}

/** Call with the person locked, so that simultaneous feedback is counted one after the other. */
async function refuseOverDay(db: Db, userId: number): Promise<void> {
  const { today } = await db
    .selectFrom('feedback')
    .select(sql<number>`count(*)`.as('today'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`created_at >= date_trunc('day', now())`)
    .executeTakeFirstOrThrow()
  if (Number(today) >= FEEDBACK_A_DAY) throw refuse(FEEDBACK_A_DAY_OVER)
}
