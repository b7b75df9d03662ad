import { type OrderChannel, PLATFORM_SILENT } from '#contract/pay.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Bill } from '#server/platform/outside/payment.ts'
import { PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import { orderOf } from './newOrder.ts'

type Wish = { channel: OrderChannel; goodsId: string; tradeType: Bill['tradeType'] }

/** The bill of an order that is stored by then: news of an unknown order count as false. */
export async function billFor(context: UserContext, { channel, goodsId, tradeType }: Wish): Promise<Bill> {
  const { order_no, count, fen, expires_at } = await orderOf(context, { channel, goodsId })
  return {
    orderNo: order_no,
    title: `${count}个${KIND_NAME.time}`,
    fen,
    expiresAt: expires_at,
    tradeType,
    payerAddress: context.address,
    notifyUrl: `${context.origin}/api/notify/${channel}`,
    returnUrl: `${context.origin}/api/pay/return`,
  }
}

/** A platform's answer while somebody waits for it; the call is refused when the platform says nothing, or no. */
export function heard<T>({ log }: UserContext, answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof PlatformAway || error instanceof PlatformRefused)) throw error
    log.warn({ why: error.message }, 'a platform did not do what somebody waits for')
    throw refuse(PLATFORM_SILENT)
  })
}
