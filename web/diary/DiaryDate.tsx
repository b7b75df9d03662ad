import type { DiaryRow } from '#contract/diary.ts'
import { dayText } from '#contract/time.ts'
import styles from './DiaryDate.module.css'

/** The day's number, large, and the weekday; read out as a date. */
export const DiaryDate = ({ row }: { row: DiaryRow }) => (
  <span className={styles.date}>
    <b aria-hidden="true">{Number(row.date.slice(8))}</b>
    <span className="hidden">{dayText(row.date)}</span>
    <span className={styles.week}>{row.week}</span>
  </span>
)
