import type { ReactNode } from 'react'
import styles from './DateTimeWheel.module.css'

/** Some wheels side by side, with the bar behind the picked values. */
export const Wheels = ({ columns, children }: { columns: string; children: ReactNode }) => (
  <div className={styles.wheels} style={{ gridTemplateColumns: columns }}>
    {children}
  </div>
)
