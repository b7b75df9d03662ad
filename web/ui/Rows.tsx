import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Rows.module.css'
import { choiceOf } from './useChoiceKeys.ts'

type RowsProps = {
  title?: string
  /** The group's name where no title is shown. */
  label?: string
  children: ReactNode
}

/** A group of rows. */
export function Rows({ title, label, children }: RowsProps) {
  return (
    <section className={styles.group} aria-label={label}>
      {title && <h2 className={`muted ${styles.heading}`}>{title}</h2>}
      <ul className={styles.rows}>{children}</ul>
    </section>
  )
}

type RowProps = {
  label: string
  icon?: LucideIcon
  value?: ReactNode
  /** The row's action in words, where the arrow alone does not say it. */
  action?: string
  busy?: boolean
  /** Whether this row's page stands beside the list; undefined where pages do not. */
  chosen?: boolean | undefined
  onClick: () => void
}

type LinkProps = { label: string; icon?: LucideIcon; value?: ReactNode; to: string | undefined }

/** A row that leads out of our pages; without an address it only shows its value. */
export function RowLink({ label, icon: Icon, value, to }: LinkProps) {
  const Around = to ? 'a' : 'div'
  return (
    <li>
      <Around className={styles.row} {...(to && { href: to, target: '_blank', rel: 'noreferrer' })}>
        {Icon && <Icon className={styles.icon} size={22} strokeWidth={1.75} aria-hidden="true" />}
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>{value}</span>
        {to && <ChevronRight className={styles.arrow} size={20} strokeWidth={1.75} aria-hidden="true" />}
      </Around>
    </li>
  )
}

/** One thing, and the way to change it or further in. */
export function Row({ label, icon: Icon, value, action, busy, chosen, onClick }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onClick}
        {...(chosen !== undefined && choiceOf(chosen))}
      >
        {Icon && <Icon className={styles.icon} size={22} strokeWidth={1.75} aria-hidden="true" />}
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
