import { TOAST_ERROR_MS } from '#contract/limits.ts'
import type { Goods } from '#contract/pay.ts'
import { useSend } from '#web/client/api.ts'
import { CallError } from '#web/client/transport.ts'
import { toast } from '#web/ui/toast.tsx'
import { useOneAtATime } from '#web/ui/useOneAtATime.ts'
import { failedBecause } from './failedBecause.ts'
import { authCode, payInApplet } from './payInApplet.ts'
import type { usePendingOrder } from './usePendingOrder.ts'

/** Places an order inside Alipay's mini-program, for its present user, and opens the cashier. */
export function usePayInApplet({ keep, forget }: ReturnType<typeof usePendingOrder>) {
  const { once, busy } = useOneAtATime<'pay'>()
  const who = useSend('getAlipayUserId')
  const order = useSend('alipayFromApplet')

  async function payNow({ id, count, price }: Goods): Promise<boolean> {
    try {
      const { user_id } = await who.mutateAsync({ code: await authCode() })
      const { tradeNo, order_no } = await order.mutateAsync({ goods_id: id, buger_id: user_id })
      // Before the cashier opens, over which the page may be closed.
      keep({ order_no, tradeNo, channel: 'alipay', count, price, url: '' })
      // Not waited for: not every web-view tells of a cashier that was closed.
      void payInApplet(tradeNo, () => forget(order_no))
      return true
    } catch (error) {
      // A failed call shows its own error.
      if (!(error instanceof CallError)) toast(failedBecause((error as Error).message), { ms: TOAST_ERROR_MS })
      return false
    }
  }
  return { busy: busy !== undefined, pay: (goods: Goods) => void once('pay', () => payNow(goods)) }
}
