import type { ReactNode } from 'react'
import { longDayText } from '#contract/time.ts'
import styles from './DiaryDay.module.css'
import { weekText } from './month.ts'

/** The day of a diary, above its text, and a line beneath, whose place is kept free until the line is known. */
export const DiaryDay = ({ china, children }: { china: string; children?: ReactNode }) => (
  <header className={styles.head}>
    <h2>
      <time dateTime={china.slice(0, 10)}>{longDayText(china)}</time> {weekText(china)}
    </h2>
    {children && <div className={styles.line}>{children}</div>}
  </header>
)
