import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { copyRequestId } from './copyRequestId.ts'
import { FarPlanet } from './drawings/FarPlanet.tsx'
import { PartedCapsule } from './drawings/PartedCapsule.tsx'
import styles from './LoadFailed.module.css'

export type Failure = { message: string; requestId?: string }
type Props = {
  failure: Failure
  onRetry: () => void
  busy?: boolean
  /** Inside a card that has its own room around it. */
  compact?: boolean
  /** A further note, such as that nothing is lost. */
  note?: ReactNode
  /** Where to go instead. */
  other?: ReactNode
}

/** Something that did not come: what happened, and 重试. Once the network is back, it tries by itself. */
export function LoadFailed({ failure, onRetry, busy, compact, note, other }: Props) {
  const [isOffline] = useState(() => !navigator.onLine)
  const copy = copyRequestId(failure.requestId)
  const retry = useEffectEvent(() => onRetry())
  useEffect(() => {
    const back = () => retry()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  return (
    <div className={styles.failed} data-compact={compact || undefined} role="alert">
      {!compact && (isOffline ? <PartedCapsule /> : <FarPlanet />)}
      <p>{failure.message}</p>
      {copy && (
        <button type="button" className={styles.id} onClick={copy.act}>
          {copy.label}
        </button>
      )}
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
