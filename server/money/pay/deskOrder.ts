import type { Parsed } from '#contract/calls.ts'
import { missing } from '#server/core/fail.ts'
import { noteAct, noteLooks } from '#server/desk/review/acts.ts'
import { prove } from '#server/desk/review/prove.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { refundOrder } from './commands.ts'

/** One order by its number, for an operator who was asked about it. */
export async function deskOrder(context: OperatorContext, { order_no }: Parsed<'deskOrder'>) {
  const row = await context.db.selectFrom('orders').selectAll().where('order_no', '=', order_no).executeTakeFirst()
  if (!row) throw missing()
  await noteLooks(context, { kind: 'order', targets: [order_no] })
  const { channel, state, count, fen, owed } = row
  const order = {
    ...{ order_no, channel, state, count, fen, owed },
    created_at: moment(row.created_at),
    paid_at: moment(row.paid_at),
    refunded_at: moment(row.refunded_at),
    transaction_id: row.transaction_id ?? '',
  }
  return { order }
}

/**
 * Refunds as `npm run refund` does, by an operator who proves again who they are: the money at the platform first, then the
 * balance; a second time changes nothing.
 */
export async function deskRefund(context: OperatorContext, { order_no, reason, ...proof }: Parsed<'deskRefund'>) {
  await prove(context, proof)
  const text = await refundOrder(context, [order_no, '--reason', reason])
  const { operatorId } = context.operator
  await noteAct(context.db, { operatorId, kind: 'order', target: order_no, act: 'refund', note: reason })
  return { text }
}
