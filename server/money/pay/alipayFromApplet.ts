import type { Parsed } from '#contract/calls.ts'
import { CHANNEL_OFF } from '#contract/pay.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { atGate } from '#server/platform/outside/gates.ts'
import { billFor, heard } from './bill.ts'
import { platformsOf } from './platforms.ts'

/** Inside our mini-program at Alipay: a new order and its trade for this buyer, which is paid there and on no page. */
export const alipayFromApplet = (context: UserContext, { goods_id, ...buyer }: Parsed<'alipayFromApplet'>) =>
  runOnce(context, async (remember) => {
    const { alipay } = platformsOf(context)
    if (!alipay) throw refuse(CHANNEL_OFF)
    const buyerId = buyer.buger_id ?? buyer.buyer_id ?? buyer.buyer_open_id!
    const order = async () => {
      const bill = await billFor(context, { channel: 'alipay', goodsId: goods_id, tradeType: 'h5' })
      return { tradeNo: await alipay.createTrade(bill, buyerId), order_no: bill.orderNo }
    }
    const answer = await heard(context, atGate(context, 'alipay', order))
    await remember(context.db, answer)
    return answer
  })
