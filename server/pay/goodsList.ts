import { CHANNELS } from '#contract/pay.ts'
import type { UserContext } from '#server/context.ts'
import { yuanOf } from '#server/outside/money.ts'
import { onSale } from './goods.ts'
import { platformsOf } from './platforms.ts'

/** What can be bought, and by which ways. */
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
  return { list, channels: CHANNELS.filter((channel) => isOn[channel]) }
}
