import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { withdrawn } from '#server/platform/message/queue.ts'
import { holdWithQuestions } from './ownQuestions.ts'
import { mineOf } from './sealed.ts'

const DROPPED_ALREADY = '安全问题已经取消'

/** Calls off that the questions are dropped, before they are; there may be nothing to call off. */
export async function keepQuestions(context: UserContext, { capsule_id }: Parsed<'keepQuestions'>) {
  const mine = mineOf(context, capsule_id)
  await inTransaction(context.db, async (db) => {
    await holdWithQuestions(db, mine)
    await callOff(db, mine.id, context.clock.due())
    await unsay(db, mine.id)
  })
  return {}
}

/** Late only once they are dropped, which is by a clock that can be trusted. */
async function callOff(db: Db, capsuleId: number, due: RawBuilder<string>): Promise<void> {
  const { rows } = await sql<{ late: boolean }>`
    update question_drops set called_off_at = case when drop_at > ${due} then now() end
    where capsule_id = ${capsuleId} and called_off_at is null
    returning called_off_at is null as late`.execute(db)
  if (rows[0]?.late) throw refuse(DROPPED_ALREADY)
}

/** People who have not been told of the drop yet need not hear of it. */
const unsay = (db: Db, capsuleId: number) =>
  withdrawn(sql`capsule_id = ${capsuleId} and template in ('questions', 'questionsOwner')`).execute(db)
