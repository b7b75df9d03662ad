import type { ReactNode } from 'react'
import styles from './Empty.module.css'

type Props = {
  text: string
  /** A small one of `drawings/`, where the page has none of its own. */
  drawing?: ReactNode
  action?: ReactNode
}

/** Nothing here yet: a small drawing, what is not there, and the one thing to do next. */
export const Empty = ({ text, drawing, action }: Props) => (
  <div className={styles.empty} data-empty="">
    {drawing}
    <p className={styles.text}>{text}</p>
    {action}
  </div>
)
