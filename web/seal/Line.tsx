import { ChevronRight } from 'lucide-react'
import styles from './Seal.module.css'

type Props = {
  label: string
  value: string
  /** Said in place of a value that is still missing. */
  none?: string
  wrong?: boolean
  /** Set where it opens a popup and not a page. */
  popup?: boolean
  onClick: () => void
}

/** One choice about a capsule, and the way to make it. */
export function Line({ label, value, none, wrong, popup, onClick }: Props) {
  return (
    <button
      type="button"
      className={styles.line}
      aria-haspopup={popup ? 'dialog' : undefined}
      data-wrong={wrong || undefined}
      onClick={onClick}
    >
      <span>{label}</span>
      <b className={value ? styles.value : styles.none}>{value || none}</b>
      <ChevronRight aria-hidden strokeWidth={1.75} />
    </button>
  )
}
