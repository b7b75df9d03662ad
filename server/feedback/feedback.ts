import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { FEEDBACK_A_DAY_OVER, whyNotFeedback } from '#contract/feedback.ts'
import { FEEDBACK_A_DAY } from '#contract/limits.ts'
import { keyOf, UPLOAD } from '#contract/media.ts'
import type { Db, Tx, UserContext } from '#server/context.ts'
import { lockObjects, lockPerson } from '#server/db/locks.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuse, refuseIf } from '#server/fail.ts'
import { checkObjects } from '#server/media/check.ts'
import { once } from '#server/once.ts'

/** Says something to those who run the product, with a picture if there is one: ten a day (readings 9). */
export async function feedback(context: UserContext, input: Parsed<'feedback'>) {
  refuseIf(whyNotFeedback(input.text))
  const { userId } = context.caller
  const key = input.key === undefined ? null : keyOf(input.key)!
  return once(context, async (remember) => {
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

/** Whatever is about to clear it finds it changed, and looks again whether anybody waits for it. */
async function holdPicture(db: Tx, key: string): Promise<void> {
  const held = await lockObjects(db).where('o.key', '=', key).where('o.sealed_in', 'is', null).execute()
  if (held.length === 0) throw refuse(UPLOAD.gone)
  await db.updateTable('objects').set({ doomed_at: null }).where('key', '=', key).execute()
}

/** The person is held, so that several at once are counted one after the other. */
async function refuseOverDay(db: Db, userId: number): Promise<void> {
  const { today } = await db
    .selectFrom('feedback')
    .select(sql<number>`count(*)`.as('today'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`created_at >= date_trunc('day', now())`)
    .executeTakeFirstOrThrow()
  if (Number(today) >= FEEDBACK_A_DAY) throw refuse(FEEDBACK_A_DAY_OVER)
}
