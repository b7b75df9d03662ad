import { type FormEvent, useState } from 'react'
import { GIFT_MOST, GIFT_NOTHING, type Gift } from '#contract/gift.ts'
import { GIFT_MAX } from '#contract/limits.ts'
import { type Balances, INSUFFICIENT, KIND_NAME, KINDS, type Kind } from '#contract/wallet.ts'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { countText } from '#web/ui/format.ts'
import { go } from '#web/ui/location.ts'
import { Stepper } from '#web/ui/Stepper.tsx'
import styles from './GiftPicker.module.css'

const NOTHING: Gift = { time: 0, diary: 0, forecast: 0 }

type Props = { held: Balances; busy: boolean; onGive: (gift: Gift) => void }

/** Chooses how many of each kind to give, never more than the giver has. */
export function Amounts({ held, busy, onGive }: Props) {
  const [gift, setGift] = useState(NOTHING)
  const total = KINDS.reduce((sum, kind) => sum + gift[kind], 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onGive(gift)
  }
  return (
    <form className={styles.amounts} onSubmit={submit} noValidate>
      <ul>
        {KINDS.map((kind, index) => (
          <li key={kind} className={styles.amount}>
            <CapsuleIcon colorIndex={index} type={index} size={40} />
            <Stepper
              label={KIND_NAME[kind]}
              value={gift[kind]}
              max={Math.min(held[`${kind}_count`], GIFT_MAX)}
              onChange={(count) => setGift((old) => ({ ...old, [kind]: count }))}
              hint={leftText(kind, held[`${kind}_count`], gift[kind])}
            />
          </li>
        ))}
      </ul>
      <Button type="submit" block busy={busy} disabled={total === 0} whyDisabled={GIFT_NOTHING}>
        {total === 0 ? '确认赠送' : `确认赠送 ${total} 个`}
      </Button>
      {KINDS.some((kind) => held[`${kind}_count`] === 0) && (
        <Button kind="quiet" block onClick={() => go('rechargeCenter')}>
          充值或兑换
        </Button>
      )}
    </form>
  )
}

/** How many are left, or why there can be no more. */
function leftText(kind: Kind, held: number, chosen: number): string {
  if (held === 0) return INSUFFICIENT[kind]
  if (chosen >= GIFT_MAX) return GIFT_MOST
  if (chosen >= held) return `${countText(held)} 个全都送出`
  return `剩余 ${countText(held)} 个`
}
