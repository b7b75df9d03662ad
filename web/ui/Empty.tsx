import type { ReactNode } from 'react'
import styles from './Empty.module.css'

type Props = {
  text: string
  /** A small drawing of `drawings/`, where the page has none of its own. */
  drawing?: ReactNode
  action?: ReactNode
}

/** An empty page or list: a small drawing, words on what is missing, and the one thing to do next. */
export const Empty = ({ text, drawing, action }: Props) => (
  <div className={styles.empty} data-empty="">
    {drawing}
    <p className={styles.text}>{text}</p>
    {action}
  </div>
)
