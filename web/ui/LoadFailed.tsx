import { Button } from './Button.tsx'
import styles from './LoadFailed.module.css'

type Props = {
  text: string
  onRetry: () => void
  busy?: boolean
  /** Inside a card that has its own room around it. */
  compact?: boolean
}

/** Something that did not come: what happened, and 重试. */
export function LoadFailed({ text, onRetry, busy, compact }: Props) {
  return (
    <div className={styles.failed} data-compact={compact || undefined} role="alert">
      <p>{text}</p>
      <Button kind="secondary" busy={busy} onClick={() => onRetry()}>
        重试
      </Button>
    </div>
  )
}
