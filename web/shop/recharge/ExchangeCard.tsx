import { useState } from 'react'
import {
  EXCHANGE_KIND,
  EXCHANGE_NOTHING,
  EXCHANGED,
  type ExchangeType,
  exchangeQuestion,
  mostExchanged,
} from '#contract/exchange.ts'
import { EXCHANGE_RATE } from '#contract/limits.ts'
import { type Balances, INSUFFICIENT, KIND_NAME, whyNotAfford } from '#contract/wallet.ts'
import { useSend, useUser } from '#web/client/api.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { Card } from '#web/ui/Card.tsx'
import { countText } from '#web/ui/format.ts'
import { Slider } from '#web/ui/Slider.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './Exchange.module.css'

/** How many of one kind are wanted, and what is held before and after. */
export function ExchangeCard({ type, held }: { type: ExchangeType; held: Balances }) {
  const [chosen, setChosen] = useState(0)
  const { exchange, busy } = useExchange(type, () => setChosen(0))
  const kind = EXCHANGE_KIND[type]
  const name = KIND_NAME[kind]
  const most = mostExchanged(held.time_count)
  // The balance may have become less meanwhile.
  const count = Math.min(chosen, most)
  const after = held[`${kind}_count`] + count
  const why = whyNotAfford(held, 'time') ?? (count === 0 ? EXCHANGE_NOTHING : undefined)
  return (
    <Card as="section" aria-label={name}>
      <div className={styles.head}>
        <CapsuleIcon colorIndex={type} type={type} size={40} />
        <h2>{name}</h2>
        <output className={styles.chosen}>{count}个</output>
      </div>
      <Slider
        label={`兑换${name}的数量`}
        value={count}
        max={most}
        step={EXCHANGE_RATE}
        valueText={(value) => `${value}个`}
        disabled={most === 0 || busy}
        onChange={setChosen}
      />
      <dl className={styles.numbers}>
        <Line name={`剩余${KIND_NAME.time}`} count={held.time_count - count / EXCHANGE_RATE} />
        <Line name={`兑换后${name}`} count={after} />
      </dl>
      {most === 0 && <p className={styles.short}>{INSUFFICIENT.time}</p>}
      <Button
        block
        label={`兑换${name}`}
        busy={busy}
        disabled={why !== undefined}
        whyDisabled={why}
        onClick={() => void exchange(count, after)}
      >
        兑换
      </Button>
    </Card>
  )
}

const Line = ({ name, count }: { name: string; count: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{countText(count)}</dd>
  </div>
)

/** Asks once more, and exchanges. */
function useExchange(type: ExchangeType, onDone: () => void) {
  const user = useUser()
  const send = useSend('changeCapsule', {
    onSuccess: () => {
      toast(EXCHANGED)
      onDone()
    },
  })
  async function exchange(count: number, after: number) {
    if (!(await confirm({ text: exchangeQuestion(type, count, after) }))) return
    send.mutate({ type, price: count / EXCHANGE_RATE }, { onError: () => void user.refetch() })
  }
  return { exchange, busy: send.isPending }
}
