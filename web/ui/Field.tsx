import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

type Common = {
  label: string
  error?: string
  /** Said under the field while there is no error. */
  hint?: string
  /** The label stays for screen readers only; the placeholder speaks for it. */
  hideLabel?: boolean
}
type InputProps = Common & Omit<ComponentProps<'input'>, 'className'> & { end?: ReactNode }

/** A line of text with its label; `end` is a small control inside the field. */
export function TextField({ label, error, hint, hideLabel, end, id, ...input }: InputProps) {
  const own = useId()
  const fieldId = id ?? own
  return (
    <div className={styles.field}>
      <label htmlFor={fieldId} className={hideLabel ? 'hidden' : 'muted'}>
        {label}
      </label>
      <div className={styles.box} data-wrong={error ? '' : undefined}>
        <input type="text" {...input} {...described(fieldId, error, hint)} className={styles.input} />
        {end}
      </div>
      <Notes id={fieldId} error={error} hint={hint} />
    </div>
  )
}

type AreaProps = Common & Omit<ComponentProps<'textarea'>, 'className'> & { max?: number; count?: boolean }

/** Several lines of text; with `max` and `count` it shows how many characters (code points) are written. */
export function TextArea({ label, error, hint, hideLabel, max, count, id, ...area }: AreaProps) {
  const own = useId()
  const fieldId = id ?? own
  const length = [...String(area.value ?? '')].length
  return (
    <div className={styles.field}>
      <label htmlFor={fieldId} className={hideLabel ? 'hidden' : 'muted'}>
        {label}
      </label>
      <div className={styles.box} data-wrong={error ? '' : undefined}>
        <textarea rows={5} {...area} {...described(fieldId, error, hint)} className={styles.area} />
      </div>
      <div className={styles.under}>
        <Notes id={fieldId} error={error} hint={hint} />
        {count && max && (
          <span className={styles.count} data-over={length > max ? '' : undefined}>
            <span aria-hidden="true">
              {length}/{max}
            </span>
            <span className="hidden">{`已输入${length}字，最多${max}字`}</span>
          </span>
        )}
      </div>
    </div>
  )
}

function described(id: string, error: string | undefined, hint: string | undefined) {
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
  }
}

function Notes({ id, error, hint }: { id: string; error: string | undefined; hint: string | undefined }) {
  if (error) {
    return (
      <p id={`${id}-note`} className={styles.error} role="alert">
        {error}
      </p>
    )
  }
  return hint ? (
    <p id={`${id}-note`} className={styles.hint}>
      {hint}
    </p>
  ) : null
}
