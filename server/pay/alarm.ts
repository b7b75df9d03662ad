import { sql } from 'kysely'
import type { Channel } from '#contract/pay.ts'
import type { Services } from '#server/context.ts'
import type { Sweep } from '#server/sweep.ts'

type Alarm = {
  channel: Channel
  why: string
  /** Only of an order that is ours: strangers could name any. */
  orderNo: string
}

/** Somebody says that money moved, and it is not so, or not so here: for the operator's eyes. Counted, not listed. */
export async function raiseAlarm({ db, log }: Pick<Services, 'db' | 'log'>, { channel, why, orderNo }: Alarm) {
  log.error({ channel, why, orderNo }, 'a payment is not as it is said to be')
  await sql`
    insert into payment_alarms as a (channel, why, order_no, day)
    values (${channel}, ${why}, ${orderNo}, (now() at time zone 'Asia/Shanghai')::date)
    on conflict (channel, why, order_no, day) do update set times = a.times + 1, last_at = now()`.execute(db)
}

/** Different alarms of the last week. */
export async function countAlarms({ db }: Pick<Services, 'db'>): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*) as number from payment_alarms where day > current_date - 7`.execute(db)
  return rows[0]!.number
}

export const oldAlarms: Sweep = { from: 'payment_alarms', when: sql`day < current_date - 365` }
