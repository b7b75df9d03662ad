import { Lock, LockOpen } from 'lucide-react'
import { STATUS } from '#contract/capsule.ts'
import type { DiaryRow } from '#contract/diary.ts'
import { dateText } from '#contract/time.ts'
import styles from './DiaryState.module.css'

/** When a diary that is or was sealed opens. */
export function DiaryState({ row }: { row: DiaryRow }) {
  if (!row.sealed_at) return undefined
  const open = row.status === STATUS.unsealed
  const Icon = open ? LockOpen : Lock
  return (
    <span className={`muted ${styles.seal}`}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {open ? '已解封' : `${dateText(row.open_time)} 解封`}
    </span>
  )
}
