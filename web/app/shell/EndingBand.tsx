import { ENDING_PAGE, endingOf, endingText } from '#contract/ending.ts'
import styles from './EndingBand.module.css'

/** The sentence that the product comes to its end, and the way to what follows from it. */
export function EndingBand({ value }: { value: string }) {
  const ending = endingOf(value)
  if (!ending) return null
  return (
    <aside className={styles.band} aria-label="停止运营公告">
      <span>{endingText(ending)}</span>
      <a href={`#${ENDING_PAGE}`} className={styles.more}>
        了解详情
      </a>
    </aside>
  )
}
