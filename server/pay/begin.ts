import type { Parsed } from '#contract/calls.ts'
import { CHANNEL_OFF } from '#contract/pay.ts'
import type { UserContext } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { once } from '#server/once.ts'
import { atGate } from '#server/outside/gates.ts'
import { billFor, heard } from './bill.ts'
import { cashierOf, GATE_OF, type PageChannel, platformsOf } from './platforms.ts'

/** Who is asked for an address; Alipay's is made and signed here. */
const ASKED: Record<PageChannel, boolean> = { wechat: true, alipay: false }

/** A new order with this platform, and the address where it is paid. */
export const begin =
  (channel: PageChannel) =>
  (context: UserContext, { goods_id, trade_type }: Parsed<'wxPay'>) =>
    once(context, async (remember) => {
      const platform = platformsOf(context)[channel]
      if (!platform) throw refuse(CHANNEL_OFF)
      const order = async () => {
        const bill = await billFor(context, { channel, goodsId: goods_id, tradeType: trade_type })
        return { order_no: bill.orderNo, url: await platform.begin(bill) }
      }
      const { order_no, url } = await heard(
        context,
        ASKED[channel] ? atGate(context, GATE_OF[channel], order) : order(),
      )
      const answer = { url, order_no, ...cashierOf(context, url) }
      await remember(context.db, answer)
      return answer
    })
