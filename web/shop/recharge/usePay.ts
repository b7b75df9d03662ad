import type { Goods, OrderChannel } from '#contract/pay.ts'
import { useSend } from '#web/client/api.ts'
import { CallError } from '#web/client/transport.ts'
import { holdsPhone } from '#web/ui/viewport.ts'
import { showCashier, windowAhead } from './cashier.ts'
import type { PendingOrder } from './pendingOrder.ts'

/** Places an order, and shows where it is paid. A failed call shows its own error. */
export function usePay(onOrder: (order: Omit<PendingOrder, 'user_id' | 'begunAt'>) => void) {
  const ways = { wechat: useSend('wxPay'), alipay: useSend('aliPay') }

  async function pay({ id, count, price }: Goods, channel: OrderChannel): Promise<void> {
    const ahead = windowAhead(channel)
    try {
      const order = await ways[channel].mutateAsync({ goods_id: id, trade_type: holdsPhone() ? 'h5' : 'scan' })
      onOrder({ ...order, channel, count, price })
      showCashier(order.url, ahead)
    } catch (error) {
      ahead?.close()
      if (!(error instanceof CallError)) throw error
    }
  }

  return { pay, busy: Object.values(ways).some(({ isPending }) => isPending) }
}
