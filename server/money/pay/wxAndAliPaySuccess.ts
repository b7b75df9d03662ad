import { sql } from 'kysely'
import { ORDER_STATE } from '#contract/pay.ts'
import type { UserContext } from '#server/platform/context.ts'
import { askPlatform } from './askPlatform.ts'

/** The platform itself is asked this often at most, however many callers ask us. */
const ASK_SECONDS = 3

/**
 * The caller's newest order of the last two hours, when it is paid; else null, though an older one was credited meanwhile.
 * Asks the platform when it has not told us yet.
 */
export async function wxAndAliPaySuccess(context: UserContext) {
  const order = await newest(context)
  if (!order) return null
  if (order.state === ORDER_STATE.paid) return shown(order)
  if (order.state === ORDER_STATE.refunded || !(await mayAsk(context, order.id))) return null
  await askPlatform(context, { ...order, over: false })
  const now = await newest(context)
  return now?.state === ORDER_STATE.paid ? shown(now) : null
}

const shown = ({ order_no, count }: { order_no: string; count: number }) => ({ order_no, count })

/** Two hours is how long an order can be paid. */
const newest = ({ db, caller }: UserContext) =>
  db
    .selectFrom('orders')
    .select(['id', 'order_no', 'channel', 'count', 'fen', 'state', 'give_back'])
    .where('user_id', '=', caller.userId)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

async function mayAsk({ db }: UserContext, id: number): Promise<boolean> {
  const { rows } = await sql`
    update orders set asked_at = clock_timestamp() where id = ${id} and transaction_id is null
      and (asked_at is null or asked_at < clock_timestamp() - make_interval(secs => ${sql.lit(ASK_SECONDS)}))
    returning id`.execute(db)
  return rows.length > 0
}
