import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { missing } from '#server/core/fail.ts'
import { noteAct } from '#server/desk/review/acts.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

/** Alarms that nobody has looked into yet, the oldest first. */
export async function moneyAlarms({ db }: OperatorContext, { page, pageSize }: Parsed<'moneyAlarms'>) {
  const rows = await db
    .selectFrom('payment_alarms')
    .select(['id', 'channel', 'why', 'order_no', 'times', 'last_at'])
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { alarms: rows.map((row) => ({ ...row, id: String(row.id), last_at: moment(row.last_at) })) }
}

/** Ends an alarm that was looked into; a second time changes nothing. */
export async function moneyAlarmDone({ db, operator }: OperatorContext, { alarm_id }: Parsed<'moneyAlarmDone'>) {
  const { operatorId } = operator
  await inTransaction(db, async (db) => {
    const { rows } = await sql`
      update payment_alarms set ended_at = now(), ended_by = ${operatorId}
      where id = ${Number(alarm_id)} and ended_at is null returning id`.execute(db)
    if (rows.length > 0) return noteAct(db, { operatorId, kind: 'alarm', target: alarm_id, act: 'done' })
    const known = await db
      .selectFrom('payment_alarms')
      .select('id')
      .where('id', '=', Number(alarm_id))
      .executeTakeFirst()
    if (!known) throw missing()
  })
  return {}
}
