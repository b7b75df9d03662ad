import { randomInt } from 'node:crypto'
import { ORDER_OPEN_MS } from '#contract/limits.ts'
import type { OrderChannel } from '#contract/pay.ts'
import { formatChina, parseChina } from '#contract/time.ts'
import { flood, refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { TWICE } from '#server/platform/idempotency.ts'
import { consume } from '#server/platform/rateLimit.ts'
import { goodsOnSale } from './goods.ts'

/** When the platform is asked first, unless it has brought the news by then. */
const FIRST_ASK_MS = 15_000
const ORDERS_PER_PERSON = [{ most: 20, seconds: 3_600 }]

export type Order = { order_no: string; count: number; fen: number; expires_at: Date }
type Wanted = { channel: OrderChannel; goodsId: string }

/** A new order; under a key that was sent before, the one that was made then, also when its answer was never given. */
export async function orderOf(context: UserContext, wanted: Wanted): Promise<Order> {
  const earlier = await madeBefore(context, wanted)
  if (earlier) return earlier
  const { db, caller, once } = context
  const { id, version, count, fen } = await goodsOnSale(context, wanted.goodsId)
  await consume(db, `order:${caller.userId}`, ORDERS_PER_PERSON, flood)
  const now = context.now().getTime()
  const order = { order_no: newOrderNo(now), count, fen, expires_at: new Date(now + ORDER_OPEN_MS) }
  const about = { user_id: caller.userId, channel: wanted.channel, goods_id: id, goods_version: version }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('orders')
    .values({ ...order, ...about, key: once?.key ?? null, next_ask_at: new Date(now + FIRST_ASK_MS) })
    .onConflict((on) => on.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows ? order : (await madeBefore(context, wanted))!
}

async function madeBefore({ db, caller, once }: UserContext, wanted: Wanted): Promise<Order | undefined> {
  if (!once) return undefined
  const made = await db
    .selectFrom('orders')
    .select(['order_no', 'count', 'fen', 'expires_at', 'channel', 'goods_id'])
    .where('user_id', '=', caller.userId)
    .where('key', '=', once.key)
    .executeTakeFirst()
  if (!made) return undefined
  if (made.channel !== wanted.channel || String(made.goods_id) !== wanted.goodsId) throw refuse(TWICE)
  return { ...made, expires_at: parseChina(made.expires_at.slice(0, 19))! }
}

/** The moment in China and twelve random digits: 26 digits. */
const newOrderNo = (now: number): string => formatChina(now).replace(/\D/g, '') + digits() + digits()
const digits = (): string => String(randomInt(1e6)).padStart(6, '0')
