import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'type' | 'children' | 'className' | 'aria-label'> & {
  /** The button's action in words, for those who cannot see it. */
  label: string
  icon: LucideIcon
  size?: number
}

/** A round button of one icon. `aria-disabled` leaves it in reach, so that it can say why. */
export const IconButton = ({ label, icon: Icon, size = 22, ...button }: Props) => (
  <button type="button" {...button} aria-label={label} className={styles.button}>
    <Icon size={size} strokeWidth={1.75} aria-hidden="true" />
  </button>
)
