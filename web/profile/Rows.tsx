import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Rows.module.css'

/** A titled group of rows. */
export function Rows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.rows}>{children}</ul>
    </section>
  )
}

type RowProps = {
  label: string
  value?: ReactNode
  /** What pressing does, where the arrow alone does not say it. */
  action?: string
  busy?: boolean
  onClick: () => void
}

/** One thing about the person, and the way to change it. */
export function Row({ label, value, action, busy, onClick }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onClick}
      >
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>{value}</span>
        {action ? (
          <span className={styles.action}>{action}</span>
        ) : (
          <ChevronRight className={styles.arrow} size={20} strokeWidth={1.75} aria-hidden="true" />
        )}
      </button>
    </li>
  )
}
