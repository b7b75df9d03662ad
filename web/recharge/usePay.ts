import type { Goods } from '#contract/pay.ts'
import { useSend } from '#web/api.ts'
import { CallError } from '#web/transport.ts'
import { holdsPhone } from '#web/ui/viewport.ts'
import { showCashier, windowAhead } from './cashier.ts'
import type { KeptOrder } from './keptOrder.ts'
import type { PayChannel } from './modes.ts'

/** Orders, and shows where it is paid. What went wrong is told by the call itself. */
export function usePay(onOrder: (order: Omit<KeptOrder, 'user_id' | 'begunAt'>) => void) {
  const ways = { wechat: useSend('wxPay'), alipay: useSend('aliPay') }

  async function pay({ id, count, price }: Goods, channel: PayChannel): Promise<void> {
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

  return { pay, busy: ways.wechat.isPending || ways.alipay.isPending }
}
