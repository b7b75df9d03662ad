import type { ReactNode } from 'react'
import styles from './Checkbox.module.css'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The id of the element that names it, where the name is more than its own words. */
  labelledBy?: string
  children: ReactNode
}

/** A box to tick, with its words; both can be pressed. */
export const Checkbox = ({ checked, onChange, labelledBy, children }: Props) => (
  <label className={styles.checkbox}>
    <input
      type="checkbox"
      aria-labelledby={labelledBy}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {children}
  </label>
)
