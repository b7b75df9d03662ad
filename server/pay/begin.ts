import type { Parsed } from '#contract/calls.ts'
import { CHANNEL_OFF } from '#contract/pay.ts'
import type { UserContext } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { once } from '#server/once.ts'
import { billFor, heard } from './bill.ts'
import { cashierOf, type PageChannel, platformsOf } from './platforms.ts'

/** A new order with this platform, and the address where it is paid. */
export const begin =
  (channel: PageChannel) =>
  (context: UserContext, { goods_id, trade_type }: Parsed<'wxPay'>) =>
    once(context, async (remember) => {
      const platform = platformsOf(context)[channel]
      if (!platform) throw refuse(CHANNEL_OFF)
      const bill = await billFor(context, { channel, goodsId: goods_id, tradeType: trade_type })
      const url = await heard(context, platform.begin(bill))
      const answer = { url, order_no: bill.orderNo, ...cashierOf(context, url) }
      await remember(context.db, answer)
      return answer
    })
