import type { Parsed } from '#contract/calls.ts'
import { CHANNEL_OFF, type OrderChannel } from '#contract/pay.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { atGate } from '#server/platform/outside/gates.ts'
import { billFor, heard } from './bill.ts'
import { cashierOf, platformsOf, SPECIFICS } from './platforms.ts'

/** A new order with this platform, and the address where it is paid. */
export const begin =
  (channel: OrderChannel) =>
  (context: UserContext, { goods_id, trade_type }: Parsed<'wxPay'>) =>
    runOnce(context, async (remember) => {
      const platform = platformsOf(context)[channel]
      if (!platform) throw refuse(CHANNEL_OFF)
      const order = async () => {
        const bill = await billFor(context, { channel, goodsId: goods_id, tradeType: trade_type })
        return { order_no: bill.orderNo, url: await platform.begin(bill) }
      }
      const { gate, isAskedForAddress } = SPECIFICS[channel]
      const { order_no, url } = await heard(context, isAskedForAddress ? atGate(context, gate, order) : order())
      const answer = { url, order_no, ...cashierOf(context, url) }
      await remember(context.db, answer)
      return answer
    })
