import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { PAID } from '#contract/pay.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { priceText } from '#web/ui/format.ts'
import { go } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { PayDialog } from './PayDialog.tsx'
import type { PendingOrder } from './pendingOrder.ts'
import { settle } from './settle.ts'
import { useWatch } from './useWatch.ts'

type Props = { order: PendingOrder; onCancel: () => void }

/** An order on its way: watched until it is paid, or the person does not want it any more. Give it its number as key. */
export function Payment({ order, onCancel }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const watch = useWatch(order.order_no)
  const handlePaid = useEffectEvent(() => {
    settle(client, order.order_no)
    toast(PAID)
    go('success', {}, { replace: true })
  })
  useEffect(() => {
    if (watch.isPaid) handlePaid()
  }, [watch.isPaid])

  return (
    <>
      <CardRow
        as="section"
        small
        aria-label="等待支付的订单"
        end={<Button onClick={() => setOpen(true)}>继续支付</Button>}
      >
        <b>有一笔订单等待支付</b>
        <span className="muted">
          {order.count}个 · {priceText(order.price)}
        </span>
      </CardRow>
      <PayDialog order={order} watch={watch} open={open} onOpenChange={setOpen} onCancel={onCancel} />
    </>
  )
}
