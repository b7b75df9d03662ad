import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { FarPlanet } from './drawings/FarPlanet.tsx'
import { PartedCapsule } from './drawings/PartedCapsule.tsx'
import styles from './LoadFailed.module.css'

type Props = {
  text: string
  onRetry: () => void
  busy?: boolean
  /** Inside a card that has its own room around it. */
  compact?: boolean
  /** What else is to say, as that nothing is lost. */
  note?: ReactNode
  /** Where to go instead. */
  other?: ReactNode
}

/** Something that did not come: what happened, and 重试. Once the network is back, it tries by itself. */
export function LoadFailed({ text, onRetry, busy, compact, note, other }: Props) {
  const [isOffline] = useState(() => !navigator.onLine)
  const retry = useEffectEvent(() => onRetry())
  useEffect(() => {
    const back = () => retry()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  return (
    <div className={styles.failed} data-compact={compact || undefined} role="alert">
      {!compact && (isOffline ? <PartedCapsule /> : <FarPlanet />)}
      <p>{text}</p>
      {note}
      <div className={styles.ways}>
        <Button kind="secondary" busy={busy} onClick={() => onRetry()}>
          重试
        </Button>
        {other}
      </div>
    </div>
  )
}
