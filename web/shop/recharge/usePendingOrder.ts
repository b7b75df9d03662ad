import { useState } from 'react'
import { deviceNow } from '#web/ui/clock.ts'
import { dropPendingOrder, type PendingOrder, pendingOrder, savePendingOrder } from './pendingOrder.ts'

/** The order this person is paying; it outlives the page. */
export function usePendingOrder(userId: string) {
  const [order, setOrder] = useState(() => pendingOrder(userId))

  function keep(begun: Omit<PendingOrder, 'user_id' | 'begunAt'>) {
    const kept = { ...begun, user_id: userId, begunAt: deviceNow() }
    savePendingOrder(kept)
    setOrder(kept)
  }
  function forget(orderNo: string) {
    dropPendingOrder(orderNo)
    setOrder(undefined)
  }
  return { order, keep, forget }
}
