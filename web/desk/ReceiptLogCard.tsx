import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { useDesk } from './api.ts'
import styles from './Card.module.css'

/** Whether the log of receipts signs; confirming it takes a checkpoint from elsewhere, so that is done on the command line. */
export function ReceiptLogCard() {
  const query = useDesk('deskLog', {})
  return (
    <Loaded query={query} skeleton={<Skeletons count={1} height={160} />}>
      {({ text, signs }) => (
        <Card as="section" className={styles.about} aria-labelledby="receipt-log">
          <h2 id="receipt-log" className={styles.title}>
            {signs ? '封存凭证的日志' : '封存凭证的日志没有在签'}
          </h2>
          <p className={styles.reason}>{text}</p>
        </Card>
      )}
    </Loaded>
  )
}
