import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { moment } from '#server/capsule/card.ts'
import type { OperatorContext } from '#server/context.ts'
import { missing } from '#server/fail.ts'

/** What nobody has looked into yet, the newest first. */
export async function moneyAlarms({ db }: OperatorContext, { page, pageSize }: Parsed<'moneyAlarms'>) {
  const rows = await db
    .selectFrom('payment_alarms')
    .select(['id', 'channel', 'why', 'order_no', 'times', 'last_at'])
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { alarms: rows.map((row) => ({ ...row, id: String(row.id), last_at: moment(row.last_at) })) }
}

/** It was looked into; a second time changes nothing. */
export async function moneyAlarmDone({ db, operator }: OperatorContext, { alarm_id }: Parsed<'moneyAlarmDone'>) {
  const { rows } = await sql`
    update payment_alarms set ended_at = coalesce(ended_at, now()), ended_by = coalesce(ended_by, ${operator.operatorId})
    where id = ${Number(alarm_id)} returning id`.execute(db)
  if (rows.length === 0) throw missing()
  return {}
}
