import type { QueryClient } from '@tanstack/react-query'
import { makeStale } from '#web/stale.ts'
import { forgetOrder } from './keptOrder.ts'

/** An order was found paid: nobody watches it any more, and the balances are asked for anew. */
export function settle(client: QueryClient, orderNo: string): void {
  forgetOrder(orderNo)
  makeStale(client, 'wxAndAliPaySuccess')
}
