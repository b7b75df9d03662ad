import type { QueryClient } from '@tanstack/react-query'
import { makeStale } from '#web/client/stale.ts'
import { dropPendingOrder } from './pendingOrder.ts'

/** An order was found paid: it is watched no more, and the balances are fetched anew. */
export function settle(client: QueryClient, orderNo: string): void {
  dropPendingOrder(orderNo)
  makeStale(client, 'wxAndAliPaySuccess')
}
