import { sql } from 'kysely'
import type { OrderChannel } from '#contract/pay.ts'
import type { Services } from '#server/platform/context.ts'
import type { BillLine } from '#server/platform/outside/payment.ts'

/** Differences that have come right since: settled after all, or on the bill of a later day. The others are an operator's. */
export async function endWhatIsRight(
  { db }: Pick<Services, 'db'>,
  channel: OrderChannel,
  lines: BillLine[],
): Promise<void> {
  const named = (is: BillLine['is']) => lines.filter((line) => line.is === is).map(({ orderNo }) => orderNo)
  await sql`
    update payment_alarms a set ended_at = now() where a.channel = ${channel} and a.ended_at is null and case a.why
      when 'bill: paid here' then a.order_no = any(${named('paid')}::text[])
      when 'bill: refunded here' then a.order_no = any(${named('refunded')}::text[])
      when 'bill: paid there' then
        exists (select from orders o where o.order_no = a.order_no and o.transaction_id is not null)
      when 'bill: refunded there' then exists (select from orders o where o.order_no = a.order_no and o.state = 3)
      else false end`.execute(db)
}
