import { sql } from 'kysely'
import type { Channel } from '#contract/pay.ts'
import { chinaDay } from '#contract/time.ts'
import type { Services } from '#server/platform/context.ts'
import type { Sweep } from '#server/platform/sweep.ts'

type Alarm = {
  channel: Channel
  /** One of ALARM_NAME (contract/pay.ts). */
  why: string
  /** Only an order that is ours, or that a bill names: strangers could name any. */
  orderNo: string
  /** The day of a bill, in China. */
  day?: string
}

/** Notes, for the operator, a claim about money that is false or does not match ours. Repeats are counted, not listed. */
export async function raiseAlarm(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  { channel, why, orderNo, day = chinaDay(now()) }: Alarm,
): Promise<void> {
  log.error({ channel, why, orderNo, day }, 'a payment is not as it is said to be')
  await sql`
    insert into payment_alarms as a (channel, why, order_no, day) values (${channel}, ${why}, ${orderNo}, ${day}::date)
    on conflict (channel, why, order_no, day) do update set times = a.times + 1, last_at = now()`.execute(db)
}

/** Counts the alarms that nobody has looked into yet. */
export async function countAlarms({ db }: Pick<Services, 'db'>): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*) as number from payment_alarms where ended_at is null`.execute(db)
  return rows[0]!.number
}

export const oldAlarms: Sweep = { from: 'payment_alarms', when: sql`day < current_date - 365` }
