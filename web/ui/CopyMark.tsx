import { BookDown } from 'lucide-react'
import { COPY_MARK } from '#contract/offline.ts'
import { formatChina, momentText } from '#contract/time.ts'
import styles from './CopyMark.module.css'

/** Says of a page or list that it is shown as this device has it, and of when; nothing without a time (ms). */
export const CopyMark = ({ at }: { at: number | undefined }) =>
  at !== undefined && (
    <p className={styles.mark} role="status">
      <BookDown size={16} strokeWidth={1.75} aria-hidden="true" />
      {COPY_MARK} · {momentText(formatChina(at))}
    </p>
  )
