import { useState } from 'react'
import { deviceNow } from '#web/ui/clock.ts'
import { forgetOrder, type KeptOrder, keepOrder, keptOrder } from './keptOrder.ts'

/** The order this person is paying; it outlives the page. */
export function useKeptOrder(userId: string) {
  const [order, setOrder] = useState(() => keptOrder(userId))

  function keep(begun: Omit<KeptOrder, 'user_id' | 'begunAt'>) {
    const kept = { ...begun, user_id: userId, begunAt: deviceNow() }
    keepOrder(kept)
    setOrder(kept)
  }
  function forget(orderNo: string) {
    forgetOrder(orderNo)
    setOrder(undefined)
  }
  return { order, keep, forget }
}
