import { sql } from 'kysely'
import type { Channel, OrderState } from '#contract/pay.ts'
import type { Services } from '#server/platform/context.ts'
import type { BillLine } from '#server/platform/outside/payment.ts'

type Reading = Pick<Services, 'db'>
export type Ours = { order_no: string; state: OrderState; fen: number; transaction_id: string | null }

/** The orders that these lines name, by their number. */
export async function linedOrders({ db }: Reading, channel: Channel, lines: BillLine[]): Promise<Map<string, Ours>> {
  const orderNos = lines.map(({ orderNo }) => orderNo)
  const { rows } = await sql<Ours>`
    select order_no, state, fen, transaction_id from orders
    where order_no = any(${orderNos}::text[]) and channel = ${channel}`.execute(db)
  return new Map(rows.map((row) => [row.order_no, row]))
}

/** The numbers of the orders paid, and of those refunded, on this day in China. */
export async function ordersOfDay({ db }: Reading, channel: Channel, day: string) {
  const moved = async (column: 'paid_at' | 'refunded_at'): Promise<string[]> => {
    const { rows } = await sql<{ order_no: string }>`
      select order_no from orders where channel = ${channel}
        and ${sql.ref(column)} >= ${day}::date::timestamp at time zone 'Asia/Shanghai'
        and ${sql.ref(column)} < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`.execute(db)
    return rows.map(({ order_no }) => order_no)
  }
  return { paid: await moved('paid_at'), refunded: await moved('refunded_at') }
}
