import type { Parsed } from '#contract/calls.ts'
import { CHANNEL_OFF, PLATFORM_SILENT } from '#contract/pay.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import type { UserContext } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { once } from '#server/once.ts'
import { PlatformAway, PlatformRefused } from '#server/outside/platform.ts'
import { orderOf } from './newOrder.ts'
import { cashierOf, type PageChannel, platformsOf } from './platforms.ts'

/** A new order with this platform, and the address where it is paid. */
export const begin =
  (channel: PageChannel) =>
  (context: UserContext, { goods_id, trade_type }: Parsed<'wxPay'>) =>
    once(context, async (remember) => {
      const { db, origin, address, log } = context
      const platform = platformsOf(context).get(channel)
      if (!platform) throw refuse(CHANNEL_OFF)
      // Before anybody can pay it: news of an order that nobody knows are false.
      const { order_no, count, fen, expires_at } = await orderOf(context, { channel, goodsId: goods_id })
      const bill = {
        orderNo: order_no,
        title: `${count}个${KIND_NAME.time}`,
        fen,
        expiresAt: expires_at,
        tradeType: trade_type,
        payerAddress: address,
        notifyUrl: `${origin}/api/notify/${channel}`,
        returnUrl: `${origin}/api/pay/return`,
      }
      const url = await platform.begin(bill).catch((error: unknown) => {
        if (!(error instanceof PlatformAway || error instanceof PlatformRefused)) throw error
        log.warn({ channel, order_no, why: error.message }, 'an order could not be begun at the platform')
        throw refuse(PLATFORM_SILENT)
      })
      const answer = { url, order_no, ...cashierOf(context, url) }
      await remember(db, answer)
      return answer
    })
