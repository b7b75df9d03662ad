import { ORDER_OPEN_MS } from '#contract/limits.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import { userOfToken } from '#server/people/account/appleAccount.ts'
import type { Services } from '#server/platform/context.ts'
import type { Purchase } from '#server/platform/outside/apple/purchase.ts'
import { raiseAlarm } from './alarm.ts'
import { creditPayment } from './creditPayment.ts'
import { bookRefund } from './refund.ts'

type Settling = Pick<Services, 'db' | 'log' | 'now'>
type Sold = { id: number; version: number; count: number; fen: number }
export type Bought = { order_no: string; count: number }

const FEN_IN_MILLI = 10

/** The App Store sells before there is an order: its number is made of the transaction's, so that one purchase is one order. */
export const orderNoOf = (transactionId: string): string => `A${transactionId}`
export const transactionOf = (orderNo: string): string => orderNo.slice(1)

/**
 * Credits an App Store purchase, as it stands there now, once, to the person it was bought for. Undefined, nothing credited, and
 * an alarm, when there is no such person, or nothing is sold at this price; undefined as well once it was refunded.
 */
export async function settlePurchase(services: Settling, purchase: Purchase): Promise<Bought | undefined> {
  if (purchase.revokedAt) {
    await bookRefundOf(services, purchase)
    return undefined
  }
  const orderNo = orderNoOf(purchase.transactionId)
  const sold = (await orderFor(services, orderNo)) ?? (await newOrder(services, orderNo, purchase))
  if (!sold) return undefined
  const { transactionId, purchasedAt: paidAt } = purchase
  const isSettled = await creditPayment(services, 'apple', { orderNo, transactionId, fen: sold.fen, paidAt })
  return isSettled ? { order_no: orderNo, count: sold.count } : undefined
}

/** Books money that Apple gave back; true, and nothing booked, when the purchase was never credited. */
export async function bookRefundOf(services: Settling, purchase: Purchase): Promise<boolean> {
  const orderNo = orderNoOf(purchase.transactionId)
  const order = await orderFor(services, orderNo)
  if (!order || (await closeUncredited(services, orderNo))) return true
  return bookRefund(services, 'apple', { orderNo, refundNo: orderNo, fen: order.fen })
}

/** An order that a process left behind between making and crediting it: there is nothing to take back, nor to ask. */
async function closeUncredited({ db }: Settling, orderNo: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ state: ORDER_STATE.closed, next_ask_at: null })
    .where('order_no', '=', orderNo)
    .where('transaction_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

const orderFor = ({ db }: Settling, orderNo: string) =>
  db.selectFrom('orders').select(['count', 'fen']).where('order_no', '=', orderNo).executeTakeFirst()

async function newOrder(services: Settling, orderNo: string, purchase: Purchase) {
  const userId = await buyerOf(services, purchase)
  if (!userId) return alarmed(services, 'account', orderNo)
  const sold = await soldAs(services, purchase)
  if (!sold) return alarmed(services, 'amount', orderNo)
  const { id, version, count, fen } = sold
  await services.db
    .insertInto('orders')
    .values({
      order_no: orderNo,
      user_id: userId,
      channel: 'apple',
      goods_id: id,
      goods_version: version,
      count: count * purchase.quantity,
      fen: fen * purchase.quantity,
      expires_at: new Date(services.now().getTime() + ORDER_OPEN_MS),
      next_ask_at: services.now(),
    })
    .onConflict((on) => on.column('order_no').doNothing())
    .execute()
  return orderFor(services, orderNo)
}

/** Undefined when the application named no account of ours. */
async function buyerOf({ db }: Settling, { accountToken }: Purchase): Promise<number | undefined> {
  const id = userOfToken(accountToken ?? '')
  if (!id) return undefined
  const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  return user?.id
}

/** The goods in the version whose price was paid; old systems name no price, and get the version sold now. */
async function soldAs({ db }: Settling, { productId, price, quantity }: Purchase): Promise<Sold | undefined> {
  const versions = await db
    .selectFrom('goods')
    .select(['id', 'version', 'count', 'store_fen as fen'])
    .where('product_id', '=', productId)
    .orderBy('version', 'desc')
    .execute()
  if (!price) return versions[0]
  // Apple does not say whether the price is that of one or of all.
  const isPaid = (fen: number) => [fen, fen * quantity].some((one) => one * FEN_IN_MILLI === price.milli)
  return price.currency === 'CNY' ? versions.find(({ fen }) => isPaid(fen)) : undefined
}

/** Apple has vouched for the number. */
async function alarmed(services: Settling, why: string, orderNo: string): Promise<undefined> {
  await raiseAlarm(services, { channel: 'apple', why, orderNo })
}
