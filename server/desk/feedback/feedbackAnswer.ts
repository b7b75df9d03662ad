import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { ANSWERED_ALREADY, answerText, whyNotAnswer } from '#contract/feedback.ts'
import { missing, refuse, refuseIf } from '#server/core/fail.ts'
import { noteAct } from '#server/desk/review/acts.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

/** An operator's answer, once, told in the same transaction. */
export async function feedbackAnswer(context: OperatorContext, input: Parsed<'feedbackAnswer'>) {
  const { db, operator, log } = context
  refuseIf(whyNotAnswer(input.answer))
  const [id, answer] = [Number(input.feedback_id), input.answer.trim()]
  await inTransaction(db, async (db) => {
    const userId = await holdPersonOf(db, id)
    const text = await settle(db, id, { answer, operatorId: operator.operatorId })
    if (text === undefined) throw refuse(ANSWERED_ALREADY)
    await noteAct(db, { operatorId: operator.operatorId, kind: 'feedback', target: id, act: 'answer' })
    await tell(db, { userId, kind: 'feedback', text: answerText(text, answer) })
  })
  log.info({ feedback: id, operator: operator.name }, 'feedback was answered')
  return {}
}

/** A person who closes their account takes their feedback along: they have left by now, or wait for us. */
async function holdPersonOf(db: Tx, id: number): Promise<number> {
  const row = await db.selectFrom('feedback').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw missing()
  await lockPerson(db, row.user_id)
  return row.user_id
}

/** The feedback's text that was answered; undefined when another operator was quicker. */
async function settle(db: Db, id: number, said: { answer: string; operatorId: number }): Promise<string | undefined> {
  const row = await db
    .updateTable('feedback')
    .set({ answer: said.answer, operator_id: said.operatorId, answered_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('text')
    .executeTakeFirst()
  return row?.text
}
