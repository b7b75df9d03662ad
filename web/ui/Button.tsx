import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import styles from './Button.module.css'
import { toast } from './toast.tsx'

type Props = {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  children: ReactNode
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  type?: 'button' | 'submit'
  /** At work: shows it, and takes no further press. */
  busy?: boolean
  disabled?: boolean
  /** Why it is disabled; said when pressed all the same. */
  whyDisabled?: string
  block?: boolean
  /** The name for those who cannot see it, when the text alone does not say enough. */
  label?: string
  form?: string
}

/** A second press within 600 ms is the same press. */
export function Button({ kind = 'primary', type = 'button', children, onClick, busy, block, ...rest }: Props) {
  const { disabled, whyDisabled, label, form } = rest
  const lastPress = useRef(Number.NEGATIVE_INFINITY)
  const reasonId = useId()
  const idle = !disabled && !busy

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const byEnterInField = type === 'submit' && event.detail === 0
    const tooSoon = !byEnterInField && event.timeStamp - lastPress.current < DOUBLE_TAP_GUARD_MS
    if (!idle || tooSoon) event.preventDefault()
    if (disabled && whyDisabled) toast(whyDisabled)
    if (!idle || tooSoon) return
    lastPress.current = event.timeStamp
    onClick?.(event)
  }

  return (
    <button
      type={type}
      form={form}
      data-kind={kind}
      className={`${styles.button} ${styles[kind]} ${block ? styles.block : ''}`}
      aria-label={label}
      aria-disabled={!idle || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabled && whyDisabled ? reasonId : undefined}
      onClick={press}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      <span className={styles.text}>{children}</span>
      {disabled && whyDisabled && (
        <span id={reasonId} hidden>
          {whyDisabled}
        </span>
      )}
    </button>
  )
}
