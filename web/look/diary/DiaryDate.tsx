import type { DiaryRow } from '#contract/diary.ts'
import { dayText } from '#contract/time.ts'
import styles from './DiaryDate.module.css'

type Props = {
  row: DiaryRow
  /** The day is shown above already: here it is only read out. */
  again?: boolean
}

/** The day's number, large, the weekday and the time of day; read out as a date. */
export const DiaryDate = ({ row, again }: Props) => (
  <span className={styles.date}>
    {!again && <b aria-hidden="true">{Number(row.date.slice(8))}</b>}
    <span className="hidden">{dayText(row.date)}</span>
    <span className={again ? 'hidden' : undefined}>{row.week}</span>
    <time>{(row.sealed_at || row.created_at).slice(11, 16)}</time>
  </span>
)
