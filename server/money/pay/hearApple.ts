import type { Services } from '#server/platform/context.ts'
import type { AppStore } from '#server/platform/outside/apple/apple.ts'
import type { AppleNews } from '#server/platform/outside/apple/news.ts'
import { uncounted, type Waiter } from '#server/platform/outside/gates.ts'
import { FalseNews } from '#server/platform/outside/payment.ts'
import { raiseAlarm } from './alarm.ts'
import { bookRefundOf, orderNoOf, settlePurchase } from './purchase.ts'

/** A notification of Apple's own. False when it is to come again, with an alarm when it is not true. */
export async function hearApple(services: Services & Waiter, store: AppStore, signedPayload: string): Promise<boolean> {
  try {
    return await follow(services, store, await store.readNotification(signedPayload))
  } catch (error) {
    if (!(error instanceof FalseNews)) throw error
    await raiseAlarm(services, { channel: 'apple', why: error.why, orderNo: '' })
    return false
  }
}

/** A notification may come days late: what was sold is asked for, as it stands now. */
async function follow(services: Services & Waiter, store: AppStore, news: AppleNews): Promise<boolean> {
  if (news.is === 'paid') {
    const purchase = await uncounted(services, () => store.ask(news.purchase.transactionId))
    return purchase !== undefined && (await settlePurchase(services, purchase)) !== undefined
  }
  if (news.is === 'refunded') return bookRefundOf(services, news.purchase)
  // Money that came back to us after all is the operator's to look at: the refund stands in the person's records.
  if (news.is === 'refund reversed')
    await raiseAlarm(services, { channel: 'apple', why: news.is, orderNo: orderNoOf(news.purchase.transactionId) })
  return true
}
