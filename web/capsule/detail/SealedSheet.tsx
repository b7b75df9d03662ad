import type { Card } from '#contract/capsule.ts'
import { formatChina, momentText, openTimeText } from '#contract/time.ts'
import { SealedLinks } from '#web/capsule/notice/SealedLinks.tsx'
import { Receipts } from '#web/capsule/receipt/Receipts.tsx'
import { useCall } from '#web/client/api.ts'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { DeblockingResult } from './DeblockingResult.tsx'
import { isDue, leftText } from './due.ts'
import styles from './SealedSheet.module.css'
import { UnsealButton } from './UnsealButton.tsx'

type Props = { card?: Card; open: boolean; onOpenChange: (open: boolean) => void }

/** The known facts of a sealed capsule, and the one thing that can be done with it now. */
export function SealedSheet({ card, open, onOpenChange }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={card?.long_tag}>
      {card && <Sealed card={card} />}
    </Sheet>
  )
}

function Sealed({ card }: { card: Card }) {
  const now = useNow(1_000)
  const detail = useCall('capsuleDetail', { capsule_id: card.id })
  // An application may have been decided since the list was read.
  const capsule = detail.data?.capsule ?? card
  return (
    <div className={styles.sealed}>
      <CapsuleIcon colorIndex={card.colorIndex} type={card.type} size={96} />
      {!isDue(capsule, now) && <p className={styles.left}>还有 {leftText(card.open_time, now)}</p>}
      <p className="muted">
        {momentText(card.sealed_at)} – {byBeijing(openTimeText(card.open_time))}
      </p>
      {card.open_time > formatChina(now) && <DeblockingResult application={detail.data?.capsule.application} />}
      <UnsealButton card={capsule} now={now} />
      <SealedLinks card={capsule} due={isDue(capsule, now)} />
      {detail.data && <Receipts capsule={detail.data.capsule} isMine />}
    </div>
  )
}
