import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import type { UserContext } from '#server/platform/context.ts'
import { yuanOf } from '#server/platform/outside/money.ts'

/** The caller's orders, the newest first; over all pages, what is still open and owed. */
export async function orderList(context: UserContext, { page, pageSize }: Parsed<'orderList'>) {
  const rows = await ordersOf(context)
    .select(['order_no', 'count', 'fen', 'channel', 'state', 'created_at', 'paid_at', 'owed'])
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const data = rows.map(({ fen, created_at, paid_at, ...order }) => ({
    ...order,
    price: yuanOf(fen),
    created_at: created_at.slice(0, 19),
    paid_at: paid_at?.slice(0, 19) ?? '',
  }))
  return { orders: { data, current_page: page, per_page: pageSize }, ...(await leftOpen(context)) }
}

const ordersOf = ({ db, caller }: UserContext) => db.selectFrom('orders').where('user_id', '=', caller.userId)

const leftOpen = (context: UserContext) =>
  ordersOf(context)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', ORDER_STATE.waiting).as('waiting'),
      sql<number>`coalesce(sum(owed), 0)::bigint`.as('owed'),
    ])
    .executeTakeFirstOrThrow()
