import type { Parsed } from '#contract/calls.ts'
import type { UserContext } from '#server/context.ts'
import { yuanOf } from '#server/outside/money.ts'

/** The caller's orders, the newest first. */
export async function orderList({ db, caller }: UserContext, { page, pageSize }: Parsed<'orderList'>) {
  const rows = await db
    .selectFrom('orders')
    .select(['order_no', 'count', 'fen', 'channel', 'state', 'created_at', 'paid_at'])
    .where('user_id', '=', caller.userId)
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
  return { orders: { data, current_page: page, per_page: pageSize } }
}
