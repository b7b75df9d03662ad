import { Ticket } from 'lucide-react'
import { useReceipt } from '#web/capsule/receipt/useReceipt.ts'
import { Button } from '#web/ui/Button.tsx'
import { go } from '#web/ui/location.ts'
import styles from './TicketLink.module.css'

type Props = { capsuleId: string; block?: boolean }

/** The way to the ticket of a sealed capsule; nothing where it was sealed without a receipt. */
export function TicketLink({ capsuleId, block }: Props) {
  const { data, isPending } = useReceipt(capsuleId)
  if (!data && !isPending) return null
  return (
    <span className={styles.way} data-block={block} data-waits={isPending || undefined}>
      <Button kind="quiet" block={block} onClick={() => go('ticket', { id: capsuleId })}>
        <Ticket size={18} strokeWidth={1.75} aria-hidden="true" />
        一张票
      </Button>
    </span>
  )
}
