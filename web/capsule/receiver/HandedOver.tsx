import { BACK_ARRIVED, RECEIVER_OPENED, type Receiver } from '#contract/receiver.ts'
import { dateText } from '#contract/time.ts'
import styles from './HandOver.module.css'

/** How it stands with the one it was sent to; never who took it. */
export const HandedOver = ({ receiver }: { receiver: Receiver }) => (
  <p className={styles.text} role="status">
    {stateText(receiver)}
  </p>
)

function stateText({ opened, received_at, refused, waiting_url }: Receiver): string {
  if (opened) return RECEIVER_OPENED
  if (!waiting_url) return BACK_ARRIVED
  if (received_at) return `已于 ${dateText(received_at)} 被收下`
  return refused ? '未收下' : '还没有人收下'
}
