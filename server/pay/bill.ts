import { PLATFORM_SILENT } from '#contract/pay.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import type { UserContext } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import type { Bill } from '#server/outside/payment.ts'
import { PlatformAway, PlatformRefused } from '#server/outside/platform.ts'
import { orderOf } from './newOrder.ts'
import type { PageChannel } from './platforms.ts'

type Wish = { channel: PageChannel; goodsId: string; tradeType: Bill['tradeType'] }

/** Of an order that is made by then: news of one that nobody knows are false. */
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

/** What a platform says while somebody waits for it; refused when it says nothing, or no. */
export function heard<T>({ log }: UserContext, answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof PlatformAway || error instanceof PlatformRefused)) throw error
    log.warn({ why: error.message }, 'a platform did not do what somebody waits for')
    throw refuse(PLATFORM_SILENT)
  })
}
