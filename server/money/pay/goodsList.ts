import { CHANNEL_KEYS } from '#contract/pay.ts'
import type { UserContext } from '#server/platform/context.ts'
import { yuanOf } from '#server/platform/outside/money.ts'
import { onSale } from './goods.ts'
import { platformsOf } from './platforms.ts'

/** The goods for sale, and the ways to pay. */
export async function goodsList(context: UserContext) {
  const rows = await onSale(context).selectAll().execute()
  const list = rows.map(({ id, count, fen, store_fen, product_id }) => ({
    id: String(id),
    count,
    price: yuanOf(fen),
    applePrice: yuanOf(store_fen),
    product_id,
  }))
  const isOn = platformsOf(context)
  return { list, channels: CHANNEL_KEYS.filter((channel) => isOn[channel]) }
}
