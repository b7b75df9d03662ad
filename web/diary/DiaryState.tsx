import { Lock, LockOpen } from 'lucide-react'
import { STATUS } from '#contract/capsule.ts'
import type { DiaryRow } from '#contract/diary.ts'
import { dateText } from '#contract/time.ts'
import styles from './DiaryState.module.css'

/** When it was written, and of a diary that is or was sealed, when it opens. */
export function DiaryState({ row }: { row: DiaryRow }) {
  return (
    <span className={`muted ${styles.state}`}>
      <time>{row.created_at.slice(11, 16)}</time>
      {row.sealed_at && (row.status === STATUS.unsealed ? <Open /> : <Sealed until={row.open_time} />)}
    </span>
  )
}

const Open = () => (
  <span className={styles.seal}>
    <LockOpen {...ICON} />
    已解封
  </span>
)

const Sealed = ({ until }: { until: string }) => (
  <span className={styles.seal}>
    <Lock {...ICON} />
    {dateText(until)} 解封
  </span>
)

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
