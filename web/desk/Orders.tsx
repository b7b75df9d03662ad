import { type FormEvent, useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { CHANNELS, type Channel, ORDER_STATE } from '#contract/pay.ts'
import { momentText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { priceText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.tsx'
import { useDesk, useDeskSend } from './api.ts'
import styles from './Card.module.css'
import { type Fact, FactList } from './FactList.tsx'
import { useProof } from './useProof.tsx'
import { useQuestion } from './useQuestion.tsx'

/** One order by its number, and giving its money back. */
export function Orders() {
  const [typed, setTyped] = useState('')
  const [order_no, setOrderNo] = useState('')
  const { data, error } = useDesk('deskOrder', { order_no }, { enabled: order_no !== '' })
  function find(event: FormEvent) {
    event.preventDefault()
    setOrderNo(typed.trim())
  }
  return (
    <div className={styles.list}>
      <form className={styles.form} onSubmit={find}>
        <TextField
          label="订单号"
          value={typed}
          error={error?.message}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">查询</Button>
      </form>
      {data && <OrderCard key={data.order.order_no} order={data.order} />}
    </div>
  )
}

const STATE_NAME: Record<number, string> = {
  [ORDER_STATE.waiting]: '待支付',
  [ORDER_STATE.paid]: '已支付',
  [ORDER_STATE.closed]: '已关闭',
  [ORDER_STATE.refunded]: '已退款',
}

function OrderCard({ order }: { order: Output<'deskOrder'>['order'] }) {
  const facts: Fact[] = [
    ['渠道', CHANNELS[order.channel as Channel].name],
    ['状态', STATE_NAME[order.state] ?? ''],
    ['金额', priceText((order.fen / 100).toFixed(2))],
    ['数量', `${order.count} 个时光胶囊`],
    ['下单', momentText(order.created_at)],
    ...(order.paid_at ? ([['支付', momentText(order.paid_at)]] as Fact[]) : []),
    ...(order.refunded_at ? ([['退款', momentText(order.refunded_at)]] as Fact[]) : []),
    ...(order.owed ? ([['尚欠', `${order.owed} 个`]] as Fact[]) : []),
    ...(order.transaction_id ? ([['平台流水', order.transaction_id]] as Fact[]) : []),
  ]
  return (
    <Card as="article" aria-label={`订单 ${order.order_no}`}>
      <FactList facts={facts} />
      {order.state === ORDER_STATE.paid && <Refund order_no={order.order_no} />}
    </Card>
  )
}

function Refund({ order_no }: { order_no: string }) {
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { proof, fields, isWhole, clear } = useProof()
  const { confirm, question } = useQuestion()
  const send = useDeskSend('deskRefund', ({ text }) => toast(text))
  async function refund() {
    const why = reason.trim() ? undefined : '请写明退款原因'
    setWrong(why)
    if (!isWhole() || why) return
    const asked = {
      title: `退款：${order_no}？`,
      text: '钱原路退回，相应的胶囊从余额里扣除。此操作不能撤回。',
      ok: '退款',
      danger: true,
    }
    if (await confirm(asked)) send.mutate({ ...proof, order_no, reason: reason.trim() }, { onSettled: clear })
  }
  return (
    <div className={styles.form}>
      <TextField
        label="退款原因"
        value={reason}
        error={wrong}
        onChange={({ target }) => {
          setReason(target.value)
          setWrong(undefined)
        }}
      />
      {fields}
      <Button kind="danger" busy={send.isPending} onClick={() => void refund()}>
        退款
      </Button>
      {question}
    </div>
  )
}
